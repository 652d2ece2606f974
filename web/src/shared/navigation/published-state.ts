import type { Question } from '@hearsay/contracts';

/** The fields of a confession that its sheet to share it shows. */
export type Confession = Pick<Question, 'id' | 'title' | 'replyBoostThreshold' | 'boostCount'>;

/** The state of the way that leads on after a confession was published. */
export const publishedState = ({ id, title, replyBoostThreshold, boostCount }: Confession) => ({
  published: { id, title, replyBoostThreshold, boostCount },
});

export const publishedIn = (state: unknown): Confession | null =>
  typeof state === 'object' && state !== null && 'published' in state ? (state.published as Confession) : null;
