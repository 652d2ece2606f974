import { type ContentRef, contentRpc, Refusal } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { PodcastQueries } from '../podcasts/podcast.queries.js';
import type { QuestionQueries } from '../questions/question.queries.js';
import { setBookmark, setWatch } from './mark.decider.js';
import type { MarkQueries } from './mark.queries.js';

interface MarkHandlerDependencies {
  readonly pipeline: CommandPipeline;
  readonly marks: MarkQueries;
  readonly questions: QuestionQueries;
  readonly podcasts: PodcastQueries;
}

export const markHandlers = ({ pipeline, marks, questions, podcasts }: MarkHandlerDependencies) => {
  /**
   * The question's id of public content, or the episode's own id. A pending question is not found: only asker and
   * target see it, so a mark would name an anonymous asker. @throws Refusal `not_found`
   */
  const questionIdOf = async ({ contentType, contentId }: ContentRef): Promise<string> => {
    if (contentType === 'discussion') return (await questions.replyWithTitle(contentId, null)).reply.questionId;
    if (contentType === 'question') await questions.mustSee(contentId, null);
    else if ((await podcasts.podcasts([contentId], null)).length === 0) throw new Refusal('not_found');
    return contentId;
  };

  return handlersOf(contentRpc, {
    async setWatch({ questionId, on }, context) {
      const accountId = actorOf(context);
      const lookUp = async () => {
        if (on) await questionIdOf({ contentType: 'question', contentId: questionId });
        return { accountId, questionId, on };
      };
      return executeAfterLookUp(pipeline, setWatch, lookUp, commandContext(context, { questionId, on }));
    },

    async setBookmark({ contentType, contentId, on }, context) {
      const accountId = actorOf(context);
      const item = { contentType, contentId };
      const lookUp = async () => {
        return { accountId, ...item, questionId: on ? await questionIdOf(item) : contentId, on };
      };
      return executeAfterLookUp(pipeline, setBookmark, lookUp, commandContext(context, { ...item, on }));
    },

    bookmarks: ({ after }, context) => marks.bookmarks(actorOf(context), after),
    questionWatchers: async ({ questionId, after, limit }) => ({
      watcherIds: await marks.watcherIds(questionId, after, limit),
    }),
  });
};
