import type { Question } from '@hearsay/contracts';

/** The fields of a question that the share sheet shows. */
export type SharedQuestion = Pick<Question, 'id' | 'title' | 'replyBoostThreshold' | 'boostCount' | 'isRevealed'>;

/** Navigation state after a confession was published. The next page opens the share sheet for it. */
export const publishedConfessionState = ({
  id,
  title,
  replyBoostThreshold,
  boostCount,
  isRevealed,
}: SharedQuestion) => ({
  published: { id, title, replyBoostThreshold, boostCount, isRevealed },
});

/** Null unless the state is one of `publishedConfessionState`. */
export const publishedConfessionIn = (state: unknown): SharedQuestion | null =>
  typeof state === 'object' && state !== null && 'published' in state ? (state.published as SharedQuestion) : null;
