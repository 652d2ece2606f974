import {
  ContentRemoved,
  ContentRestored,
  type EventOf,
  type LiveRoom,
  LockEndSet,
  liveSubjects,
  QuestionApproved,
  QuestionAsked,
  QuestionEdited,
  QuestionIgnored,
  QuestionWithheld,
  ReplyPinned,
  ReplyPosted,
  Revealed,
  type RoomEntryView,
  ThresholdLowered,
} from '@hearsay/contracts';
import { rowAggregate } from '@hearsay/event-store';
import { loadQuestions, loadRecentAsks, loadReplies, type Question, type Reply } from './question.sql.js';

/** True if a person who is not the asker sees the question. */
export const isVisibleToNonAsker = ({ approval }: Question, isTarget: boolean): boolean =>
  approval === 'open' || (isTarget && approval !== 'withheld');

/** Envelope of events in the question's own stream. */
export const questionEnvelope = (questionId: string) => ({
  aggregate: questionAggregate,
  key: questionId,
});

/** Envelope of events in a reply's stream. They also evolve the question, because they may take a number in its room */
export const replyEnvelope = (replyId: string, questionId: string) => ({
  aggregate: replyAggregate,
  key: replyId,
  touches: [{ aggregate: questionAggregate, key: questionId }],
});

export const roomMessage = (
  questionId: string,
  replyCount: number,
  entries: readonly RoomEntryView[],
): { subject: string; data: LiveRoom } => ({
  subject: liveSubjects.room(questionId),
  data: { questionId, replyCount, entries: [...entries] },
});

/** True while the question's own lock is closed. False if it has opened, or if the question never had a lock. */
export const isLocked = ({ threshold, latched }: Question): boolean => threshold > latched;

/** One person's asks to another, named (`accountId`) and anonymous (`authorTag`) together. */
export interface Asking {
  readonly accountId: string;
  readonly authorTag: string;
  readonly targetId: string;
}

/**
 * The lock key for all asks, named and anonymous, from one person to another. It is never stored, because it would link
 * anonymous asks to an account.
 */
export const recentAsksKey = ({ accountId, authorTag, targetId }: Asking): string =>
  JSON.stringify([accountId, authorTag, targetId]);

export const questionEvents = [
  QuestionAsked,
  QuestionApproved,
  QuestionIgnored,
  QuestionWithheld,
  QuestionEdited,
  LockEndSet,
  ThresholdLowered,
  ReplyPosted,
  ReplyPinned,
  Revealed,
  ContentRemoved,
  ContentRestored,
] as const;
export type QuestionDefinition = (typeof questionEvents)[number];

const asked = ({ data }: EventOf<typeof QuestionAsked>): Question => {
  const { owner, isAnonymous, allowAnonymousAnswers, targetId, titleTextId, descriptionTextId } = data;
  return {
    ...{ owner, isAnonymous, allowAnonymousAnswers, targetId, titleTextId, descriptionTextId },
    ...{ threshold: data.replyBoostThreshold, approval: targetId === null ? 'open' : 'pending' },
    ...{ pinnedThreshold: 0, latched: 0, lastNumber: 0, replyCount: 0, wasAnswered: false },
    ...{ removalId: null, removalRevision: 0, lockUntil: null, ifNotReached: 'stay' },
  };
};

const evolve = (question: Question | null, event: EventOf<QuestionDefinition>): Question | null => {
  if (event.type === QuestionAsked.type) return asked(event);
  if (!question) return null;
  switch (event.type) {
    case QuestionApproved.type:
      return { ...question, approval: 'open', lastNumber: event.data.number };
    case QuestionIgnored.type:
      return { ...question, approval: 'ignored' };
    case QuestionWithheld.type:
      return { ...question, approval: 'withheld' };
    case QuestionEdited.type: {
      const { titleTextId, descriptionTextId, number } = event.data;
      return { ...question, titleTextId, descriptionTextId, lastNumber: number };
    }
    case LockEndSet.type: {
      const { lockUntil, ifNotReached, number } = event.data;
      return { ...question, lockUntil, ifNotReached, lastNumber: number ?? question.lastNumber };
    }
    case ThresholdLowered.type:
      return { ...question, threshold: event.data.replyBoostThreshold, lastNumber: event.data.number };
    case ReplyPosted.type:
      return { ...question, lastNumber: event.data.number, replyCount: question.replyCount + 1, wasAnswered: true };
    case ReplyPinned.type:
      return { ...question, lastNumber: event.data.number, pinnedThreshold: event.data.boostThreshold };
    case Revealed.type:
      return { ...question, lastNumber: event.data.number, latched: Math.max(question.latched, event.data.threshold) };
    case ContentRemoved.type:
    case ContentRestored.type: {
      const { contentType, removalId, revision, number } = event.data;
      const isRemoved = event.type === ContentRemoved.type;
      if (contentType === 'question')
        return { ...question, removalId: isRemoved ? removalId : null, removalRevision: revision };
      const replyCount = question.replyCount + (isRemoved ? -1 : 1);
      return { ...question, replyCount, lastNumber: number ?? question.lastNumber };
    }
  }
};

/** Null before the question is asked. The question's row is also the head of its room. */
export const questionAggregate = rowAggregate('question', questionEvents, loadQuestions, evolve);

/** Loading takes no lock. The lock of `refuseIfDeleted` on the asker makes one person's asks wait for each other. */
export const recentAsksAggregate = rowAggregate(
  'recent-asks',
  [QuestionAsked],
  loadRecentAsks,
  ({ count, oldestAt }) => ({ count: count + 1, oldestAt }),
);

type ReplyDefinition = typeof ReplyPosted | typeof ContentRemoved | typeof ContentRestored;

const evolveReply = (reply: Reply | null, event: EventOf<ReplyDefinition>): Reply | null => {
  if (event.type === ReplyPosted.type) {
    const { questionId, owner, isAnonymous } = event.data;
    return { questionId, owner, isAnonymous, removalId: null, removalRevision: 0 };
  }
  const { removalId, revision } = event.data;
  return (
    reply && { ...reply, removalId: event.type === ContentRemoved.type ? removalId : null, removalRevision: revision }
  );
};

export const replyAggregate = rowAggregate(
  'reply',
  [ReplyPosted, ContentRemoved, ContentRestored],
  loadReplies,
  evolveReply,
);
