import { type Owner, Refusal, ReplyPosted } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate, replyAggregate, replyEnvelope, roomMessage } from './question.aggregates.js';
import { replyView } from './reply-view.js';

export interface PostReply {
  readonly replyId: string;
  readonly textId: string;
  readonly questionId: string;
  readonly content: string;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly parent: { readonly id: string; readonly owner: Owner } | null;
}

/** The handler lets only the author and the target reply to a pending question. */
export const postReply: CommandDefinition<PostReply, { readonly replyId: string }, typeof ReplyPosted> = {
  type: 'post-reply',

  plan: ({ questionId, replyId }) => ({
    aggregates: { [questionAggregate.name]: [questionId], [replyAggregate.name]: [replyId] },
  }),

  decide(input, view, { now }) {
    const question = view.state(questionAggregate, input.questionId);
    if (!question || question.removalId !== null) throw new Refusal('not_found');
    if (input.isAnonymous && !question.allowAnonymousAnswers) {
      throw new Refusal('forbidden', 'This question does not take anonymous replies');
    }
    const number = question.lastNumber + 1;
    const parentReplyId = input.parent?.id ?? null;
    // The live message contains only what a visitor sees, because all readers of the room get it.
    const { replyId, questionId, owner, isAnonymous } = input;
    const said = { questionId, number, owner, isAnonymous, parentReplyId };
    const facts = { ...said, id: replyId, threshold: 0, isPinned: false, createdAt: now, words: input.content };
    const reply = replyView({ ...facts, isMine: false }, question);
    const owners = { questionOwner: question.owner, parentOwner: input.parent?.owner ?? null };
    return {
      events: [
        newEvent(
          ReplyPosted,
          { ...said, ...owners, replyId, textId: input.textId },
          { ...replyEnvelope(replyId, questionId), isAnonymous },
        ),
      ],
      rows: { texts: [{ id: input.textId, words: input.content }] },
      live: [roomMessage(questionId, question.replyCount + 1, [{ number, entry: 'reply', reply }])],
      result: { replyId },
    };
  },
};
