import { contentRpc, Refusal } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import type { QuestionParts } from '../questions/question.handlers.js';
import { removeContent } from './remove-content.decider.js';

export const removalHandlers = ({ pipeline, questions: queries, authorship }: QuestionParts) =>
  handlersOf(contentRpc, {
    async removeContent({ contentType, contentId, isAmbassador }, context) {
      const actor = actorOf(context);
      if (contentType === 'podcast') throw new Refusal('not_found');
      const reply = contentType === 'discussion' ? await queries.replies.owner(contentId) : null;
      const questionId = reply?.questionId ?? contentId;
      const question = await queries.questionOwner(questionId);
      const owner = contentType === 'discussion' ? reply?.owner : question?.owner;
      if (!question || !owner) throw new Refusal('not_found');
      const by = {
        isAuthor: await authorship.isOwner(owner, actor),
        isAsker: await authorship.isOwner(question.owner, actor),
        isTarget: question.targetId === actor,
        isAmbassador,
      };
      const removal = { contentType, contentId, questionId, removalId: uuidv7(), by };
      // A repeated call must have the same payload. It leaves out the caller's role, which may have changed.
      return pipeline.execute(removeContent, removal, commandContext(context, { contentType, contentId }));
    },
  });
