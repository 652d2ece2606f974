import {
  ContentRemoved,
  ContentRestored,
  type LiveRoom,
  liveSubjects,
  QuestionWithheld,
  Refusal,
  type RemovalCause,
} from '@hearsay/contracts';
import { type BatchView, type CommandDefinition, newEvent } from '@hearsay/event-store';
import {
  isVisibleToNonAsker,
  questionAggregate,
  questionEnvelope,
  replyAggregate,
  replyEnvelope,
  roomMessage,
} from '../questions/question.aggregates.js';
import type { Question } from '../questions/question.sql.js';

const undoMs = 72 * 3600 * 1000;
/** Words of a wipe or an account deletion are kept longer, because an undo in its last minute arrives here later. */
const arrivalMs = 3600 * 1000;

/** The caller's relation to the content. The handler determines it, because a decider cannot open an author's seal. */
export interface Remover {
  readonly isAuthor: boolean;
  readonly isAsker: boolean;
  readonly isTarget: boolean;
  readonly isAmbassador: boolean;
}

type RemovedBy = Remover | 'wipe' | 'account';

interface Removal {
  readonly contentType: 'question' | 'discussion';
  readonly contentId: string;
  readonly questionId: string;
  readonly removalId: string;
}

export interface RemoveContent extends Removal {
  readonly by: RemovedBy;
}

const causeOf = (by: Remover): RemovalCause => (by.isAuthor ? 'author' : by.isAmbassador ? 'ambassador' : 'target');

const refuse = (isSeen: boolean): never => {
  throw new Refusal(isSeen ? 'forbidden' : 'not_found', isSeen ? 'You may not delete this' : undefined);
};

const causeOfQuestion = (question: Question, by: RemovedBy): RemovalCause => {
  if (typeof by === 'string') return by;
  const { approval } = question;
  const may = by.isAuthor || (by.isAmbassador && approval !== 'withheld') || (by.isTarget && approval === 'open');
  return may ? causeOf(by) : refuse(isVisibleToNonAsker(question, by.isTarget));
};

/** Refuses with `not_found` if the caller does not see the reply. Before approval only asker and target see replies. */
const causeOfReply = (question: Question, by: RemovedBy): RemovalCause => {
  if (typeof by === 'string') return by;
  return by.isAuthor || by.isAmbassador
    ? causeOf(by)
    : refuse(by.isAsker || isVisibleToNonAsker(question, by.isTarget));
};

type Content = Pick<Question, 'owner' | 'isAnonymous' | 'removalId' | 'removalRevision'>;

const contentIn = (view: BatchView, { contentType, contentId, questionId }: Removal) => {
  const question = view.state(questionAggregate, questionId);
  const reply = contentType === 'discussion' ? view.state(replyAggregate, contentId) : null;
  const content: Content | null = contentType === 'discussion' ? reply : question;
  if (!question || !content || (reply && reply.questionId !== questionId)) throw new Refusal('not_found');
  return { question, content };
};

const planOf = ({ contentType, contentId, questionId }: Removal) => ({
  aggregates: {
    [questionAggregate.name]: [questionId],
    ...(contentType === 'discussion' && { [replyAggregate.name]: [contentId] }),
  },
});

const eventOf = (
  definition: typeof ContentRemoved | typeof ContentRestored,
  removal: Removal,
  content: Content,
  number: number | null,
  cause: RemovalCause,
) => {
  const { contentType, contentId, questionId, removalId } = removal;
  const { owner, isAnonymous } = content;
  const revision = content.removalRevision + 1;
  const data = { contentType, contentId, questionId, owner, isAnonymous, removalId, revision, number };
  // The event names no actor for a wipe, an account deletion or an anonymous author. It always names an ambassador.
  const hasNoActor = cause === 'wipe' || cause === 'account' || (isAnonymous && cause !== 'ambassador');
  const target = {
    ...(contentType === 'question' ? questionEnvelope(questionId) : replyEnvelope(contentId, questionId)),
    isAnonymous: hasNoActor,
    isUnlinked: isAnonymous,
  };
  return definition === ContentRemoved
    ? newEvent(ContentRemoved, { ...data, cause }, target)
    : newEvent(ContentRestored, data, target);
};

/** This live message makes each gateway ask which of its viewers still see the question. */
const goneLive = (questionId: string): { subject: string; data: LiveRoom } => ({
  subject: liveSubjects.room(questionId),
  data: { questionId, replyCount: 0, entries: [], isGone: true },
});

/** Hides a pending question from its target. The asker must not learn of this, so the words stay. */
const withhold = ({ questionId }: Removal, { owner, isAnonymous }: Content, targetId: string) => ({
  events: [
    newEvent(
      QuestionWithheld,
      { questionId, owner, isAnonymous, targetId },
      { ...questionEnvelope(questionId), isUnlinked: isAnonymous },
    ),
  ],
  live: [goneLive(questionId)],
  result: {},
});

export const removeContent: CommandDefinition<
  RemoveContent,
  Record<string, never>,
  typeof ContentRemoved | typeof ContentRestored | typeof QuestionWithheld
> = {
  type: 'remove-content',
  plan: planOf,

  decide(removal, view, { now }) {
    const { contentType, contentId, questionId, removalId, by } = removal;
    const { question, content } = contentIn(view, removal);
    // A wipe or an account deletion also removes replies whose question is removed, because the question may return.
    const isAlone = typeof by !== 'string';
    if (content.removalId !== null || (isAlone && question.removalId !== null)) throw new Refusal('not_found');
    const isReply = contentType === 'discussion';
    const cause = isReply ? causeOfReply(question, by) : causeOfQuestion(question, by);
    const { targetId, approval } = question;
    if (!isReply && cause === 'ambassador' && targetId !== null && approval !== 'open')
      return withhold(removal, content, targetId);
    const number = isReply ? question.lastNumber + 1 : null;
    const dueAt = new Date(Date.parse(now) + undoMs + (isAlone ? 0 : arrivalMs)).toISOString();
    return {
      events: [eventOf(ContentRemoved, removal, content, number, cause)],
      rows: { erasures: [{ contentType, contentId, removalId, dueAt }] },
      live: [
        number === null
          ? goneLive(questionId)
          : roomMessage(questionId, question.replyCount - 1, [{ number, entry: 'removed', replyId: contentId }]),
      ],
      result: {},
    };
  },
};

/** Restores one question or reply. Does nothing if another removal has removed it. */
export const restoreContent: CommandDefinition<
  Removal,
  Record<string, never>,
  typeof ContentRemoved | typeof ContentRestored
> = {
  type: 'restore-content',
  plan: planOf,

  decide(removal, view) {
    const { contentType, contentId, questionId, removalId } = removal;
    const { question, content } = contentIn(view, removal);
    if (content.removalId !== removalId) return { events: [], result: {} };
    const number = contentType === 'discussion' ? question.lastNumber + 1 : null;
    return {
      events: [eventOf(ContentRestored, removal, content, number, 'wipe')],
      rows: { keptWords: [{ contentId, removalId }] },
      live:
        number === null
          ? []
          : [roomMessage(questionId, question.replyCount + 1, [{ number, entry: 'restored', replyId: contentId }])],
      result: {},
    };
  },
};
