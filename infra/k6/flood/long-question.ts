import type { World } from '../shared/api.ts';

/** Replies of the question that most of the flood reads. */
export const replies = Number(__ENV.REPLIES || 100);

/** What each of them says. */
export const longReply = 'What I never told anyone: '.padEnd(500, 'and so on, ');

/** What those who boost have made, for the visitors as well. */
export interface FloodedWorld extends World {
  /** When it was, in milliseconds: the first scenarios begin then. */
  readonly madeAt: number;
}
