import { QuestionApproved, QuestionIgnored, Refusal, ReplyPinned, ReplyPosted } from '@hearsay/contracts';
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
import { replyView } from '../questions/reply-view.js';

interface PendingAct {
  readonly questionId: string;
  readonly accountId: string;
  /**
   * True if this person is the author. The handler determines this, because a decider cannot open an author's seal.
   */
  readonly isAuthor: boolean;
}

export interface ApproveWithReply extends PendingAct {
  readonly replyId: string;
  readonly textId: string;
  readonly content: string;
  readonly boostThreshold: number;
}

/** @throws Refusal `not_found` if this person cannot see the question, `forbidden` if they are not its target */
const questionForTarget = (
  view: BatchView,
  { questionId, accountId, isAuthor }: PendingAct,
): Question & { readonly targetId: string } => {
  const question = view.state(questionAggregate, questionId);
  if (!question || question.removalId !== null) throw new Refusal('not_found');
  const { targetId } = question;
  if (targetId !== null && targetId === accountId && isVisibleToNonAsker(question, true))
    return { ...question, targetId };
  throw new Refusal(question.approval === 'open' || isAuthor ? 'forbidden' : 'not_found');
};

const planOf = ({ questionId }: PendingAct) => ({ aggregates: { [questionAggregate.name]: [questionId] } });
const approvalOf = (
  questionId: string,
  { owner, isAnonymous, targetId }: Question & { readonly targetId: string },
  number: number,
  reply: { readonly replyId?: string } = {},
) =>
  newEvent(
    QuestionApproved,
    { questionId, owner, isAnonymous, targetId, number, ...reply },
    questionEnvelope(questionId),
  );

export const approveQuestion: CommandDefinition<PendingAct, Record<string, never>, typeof QuestionApproved> = {
  type: 'approve-question',
  plan: planOf,

  decide(act, view) {
    const { questionId } = act;
    const question = questionForTarget(view, act);
    if (question.approval === 'open') return { events: [], result: {} };
    const number = question.lastNumber + 1;
    return {
      events: [approvalOf(questionId, question, number)],
      live: [roomMessage(questionId, question.replyCount, [{ number, entry: 'approved' }])],
      result: {},
    };
  },
};

/** Ignores a pending question. To its asker, it still looks pending. */
export const ignoreQuestion: CommandDefinition<PendingAct, Record<string, never>, typeof QuestionIgnored> = {
  type: 'ignore-question',
  plan: planOf,

  decide(act, view) {
    const { questionId } = act;
    const { approval, targetId } = questionForTarget(view, act);
    if (approval === 'open') throw new Refusal('conflict', 'This question is approved already');
    if (approval === 'ignored') return { events: [], result: {} };
    return { events: [newEvent(QuestionIgnored, { questionId, targetId }, questionEnvelope(questionId))], result: {} };
  },
};

/** Ignores those of the given questions that are pending and not removed. `ignored` is their number. */
export const ignoreQuestionsOf: CommandDefinition<
  { readonly questionIds: readonly string[]; readonly targetId: string },
  { readonly ignored: number },
  typeof QuestionIgnored
> = {
  type: 'ignore-questions-of',
  plan: ({ questionIds }) => ({ aggregates: { [questionAggregate.name]: questionIds } }),

  decide({ questionIds, targetId }, view) {
    const waiting = questionIds.filter((id) => {
      const question = view.state(questionAggregate, id);
      return question?.approval === 'pending' && question.removalId === null;
    });
    return {
      events: waiting.map((questionId) =>
        newEvent(QuestionIgnored, { questionId, targetId }, questionEnvelope(questionId)),
      ),
      result: { ignored: waiting.length },
    };
  },
};

/** The reply is posted and pinned before the approval, so that consumers of the approval know the reply's threshold. */
export const approveWithReply: CommandDefinition<
  ApproveWithReply,
  { readonly replyId: string },
  typeof ReplyPosted | typeof ReplyPinned | typeof QuestionApproved
> = {
  type: 'approve-with-reply',

  plan: (act) => ({ aggregates: { ...planOf(act).aggregates, [replyAggregate.name]: [act.replyId] } }),

  decide(act, view, { now }) {
    const { questionId, accountId, replyId, textId, content, boostThreshold } = act;
    const question = questionForTarget(view, act);
    if (question.approval === 'open') throw new Refusal('conflict', 'This question is approved already');
    const first = question.lastNumber + 1;
    const owner = { accountId, sealed: null };
    const facts = { questionId, replyId, isAnonymous: false, owner, parentReplyId: null };
    const said = { ...facts, id: replyId, number: first, threshold: boostThreshold, words: content };
    const reply = replyView({ ...said, isPinned: true, createdAt: now, isMine: false }, question);
    return {
      events: [
        newEvent(
          ReplyPosted,
          { ...facts, textId, questionOwner: question.owner, parentOwner: null, isApproval: true, number: first },
          replyEnvelope(replyId, questionId),
        ),
        newEvent(ReplyPinned, { questionId, replyId, boostThreshold, number: first + 1 }, questionEnvelope(questionId)),
        approvalOf(questionId, question, first + 2, { replyId }),
      ],
      rows: { texts: [{ id: textId, words: content }] },
      live: [
        roomMessage(questionId, question.replyCount + 1, [
          { number: first, entry: 'reply', reply },
          { number: first + 1, entry: 'pinned', replyId },
          { number: first + 2, entry: 'approved' },
        ]),
      ],
      result: { replyId },
    };
  },
};
