import { contentRpc, Refusal } from '@hearsay/contracts';
import { executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { refuseIfDeleted } from '../authors/deletion.decider.js';
import { fittingViews } from '../texts.js';
import { type PostReply, postReply } from './post-reply.decider.js';
import { mustNotBeBlocked, type QuestionParts } from './question.handlers.js';

export const replyHandlers = ({ pipeline, questions, own, authorship, rpc }: QuestionParts) => {
  const parentOf = async (id: string, questionId: string): Promise<PostReply['parent']> => {
    const parent = await questions.replies.owner(id);
    if (parent?.questionId !== questionId || !parent.isThere)
      throw new Refusal('invalid_input', undefined, { fields: { parentReplyId: 'This question has no such reply' } });
    return { id, owner: parent.owner };
  };

  return handlersOf(contentRpc, {
    async postReply({ isBlocked, ...input }, context) {
      const actor = actorOf(context);
      const { parentReplyId, ...draft } = input;
      const lookUp = async (): Promise<PostReply> => {
        const { isMine, isAnonymous, isApproved, authorId } = await questions.question(input.questionId, actor);
        if (isMine && isAnonymous && !isApproved && !input.isAnonymous) {
          // Only the asker and the target see the question, so a named reply by the asker would reveal the asker.
          throw new Refusal(
            'forbidden',
            'Until it is approved you can only answer your anonymous question anonymously',
          );
        }
        if (isBlocked && !input.isAnonymous) await mustNotBeBlocked(rpc, authorId, context);
        const parent = parentReplyId === null ? null : await parentOf(parentReplyId, input.questionId);
        const owner = await authorship.ownerOf(actor, input.isAnonymous);
        return { ...draft, replyId: idForCall(context), textId: uuidv7(), owner, parent };
      };
      const post = refuseIfDeleted(postReply);
      const { replyId } = await executeAfterLookUp(pipeline, post, lookUp, commandContext(context, input));
      return { reply: await questions.replies.written(replyId, actor) };
    },

    repliesBefore: ({ questionId, before, limit, mutes }, { accountId }) =>
      questions.repliesBefore(questionId, before, limit, accountId, mutes),

    reply: ({ id }, { accountId }) => questions.replyWithTitle(id, accountId),

    async replyViews({ ids }) {
      const found = await questions.repliesWithTitles(ids, null);
      const wordsIn = ({ reply, parentTitle }: (typeof found)[number]) => parentTitle + (reply.content ?? '');
      const { kept: replies, to } = fittingViews(ids, found, ({ reply }) => reply.id, wordsIn);
      return { replies, to };
    },

    ownReplyWords: async ({ ids }, { accountId }) => ({ replies: await own.replies(ids, accountId) }),
  });
};
