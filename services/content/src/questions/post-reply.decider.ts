import { type LiveRoom, liveSubjects, type Owner, Refusal, ReplyPosted } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate, replyAggregate } from './question.aggregates.js';
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

/** The controller has checked that only the two people of a pending question reply to it. */
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
    // The visitor's form, because all readers of the room get this frame.
    const reply = replyView(
      {
        id: input.replyId,
        questionId: input.questionId,
        number,
        owner: input.owner,
        isAnonymous: input.isAnonymous,
        parentReplyId,
        threshold: 0,
        isPinned: false,
        createdAt: now,
        words: input.content,
        isMine: false,
      },
      question,
    );
    const live: LiveRoom = {
      questionId: input.questionId,
      replyCount: question.replyCount + 1,
      entries: [{ number, entry: 'reply', reply }],
    };
    return {
      events: [
        newEvent(
          ReplyPosted,
          {
            replyId: input.replyId,
            questionId: input.questionId,
            textId: input.textId,
            owner: input.owner,
            isAnonymous: input.isAnonymous,
            questionOwner: question.owner,
            parentReplyId,
            parentOwner: input.parent?.owner ?? null,
            number,
          },
          {
            aggregate: replyAggregate,
            key: input.replyId,
            touches: [{ aggregate: questionAggregate, key: input.questionId }],
            routingId: input.questionId,
            isAnonymous: input.isAnonymous,
          },
        ),
      ],
      rows: { texts: [{ id: input.textId, words: input.content }] },
      live: [{ subject: liveSubjects.room(input.questionId), data: live }],
      result: { replyId: input.replyId },
    };
  },
};
