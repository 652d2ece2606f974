import { questionId } from './sample-content.ts';

const never = () => undefined;

/** Props of a chat for a visitor. */
export const chatProps = {
  list: { current: null as HTMLOListElement | null },
  questionId,
  userId: null,
  nearness: 1,
  isQuestionPending: false,
  isAlwaysAnonymous: false,
  hasLater: false,
  soughtId: null,
  reportedId: null,
  staysAtQuestion: false,
  toEnd: never,
  onListScroll: never,
  onReply: never,
  onRemoved: never,
};
