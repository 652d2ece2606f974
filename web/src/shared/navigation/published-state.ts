import type { Question } from '@hearsay/contracts';

/** The fields of a question that its sheet to share it shows. */
export type SharedQuestion = Pick<Question, 'id' | 'title' | 'replyBoostThreshold' | 'boostCount' | 'isRevealed'>;

/** The state of the way that leads on after a confession was published. */
export const publishedConfessionState = ({
  id,
  title,
  replyBoostThreshold,
  boostCount,
  isRevealed,
}: SharedQuestion) => ({
  published: { id, title, replyBoostThreshold, boostCount, isRevealed },
});

export const publishedConfessionIn = (state: unknown): SharedQuestion | null =>
  typeof state === 'object' && state !== null && 'published' in state ? (state.published as SharedQuestion) : null;
