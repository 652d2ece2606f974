import { type CallContext, engagementRpc, Refusal } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import type { ContentLookup } from '../contents/content-targets.js';
import { repostIdOf } from '../pair-ids.js';
import {
  maxRepostsPerCommand,
  type RemoveReposts,
  type RepostContent,
  removeReposts,
  repostContent,
  restoreReposts,
} from './repost.decider.js';
import type { RepostQueries } from './repost.queries.js';

export const repostHandlers = (pipeline: CommandPipeline, targets: ContentLookup, queries: RepostQueries) => {
  const changeAll = async (
    change: typeof removeReposts | typeof restoreReposts,
    { accountId: reposterId, removalId }: { readonly accountId: string; readonly removalId: string },
    { idempotencyKey: _key, ...context }: CallContext,
  ): Promise<{ count: number }> => {
    for (let count = 0; ; ) {
      const restored = change === restoreReposts ? removalId : null;
      const reposts = await queries.repostRefs(reposterId, restored, maxRepostsPerCommand);
      if (reposts.length === 0) return { count };
      const { changed } = await pipeline.execute(change, { reposterId, removalId, reposts }, commandContext(context));
      count += changed.length;
    }
  };

  return handlersOf(engagementRpc, {
    async repost(input, context) {
      const reposterId = actorOf(context);
      const lookUp = async (): Promise<RepostContent> => {
        const target = await targets.find(input, context, 'repost');
        if (!target) throw new Refusal('not_found');
        return { reposterId, target, textId: input.text === null ? null : uuidv7(), text: input.text };
      };
      return executeAfterLookUp(pipeline, repostContent, lookUp, commandContext(context, input));
    },

    async removeRepost({ reposterId, contentId, isAmbassador }, context) {
      const actor = actorOf(context);
      const lookUp = async (): Promise<RemoveReposts> => {
        if (actor !== reposterId && !isAmbassador)
          throw new Refusal('forbidden', 'You can only delete your own reposts');
        const repostId = repostIdOf(reposterId, contentId);
        // Refuses an unknown repost before its counter row is inserted. The decision under the lock checks the state.
        if (!(await queries.isKnown(repostId))) throw new Refusal('not_found');
        return { reposterId, removalId: uuidv7(), reposts: [{ repostId, contentId }] };
      };
      // A repeated call must have the same payload. It leaves out the caller's role, which may have changed.
      const payload = commandContext(context, { reposterId, contentId });
      const { changed } = await executeAfterLookUp(pipeline, removeReposts, lookUp, payload);
      const [content] = changed;
      if (!content) throw new Refusal('not_found');
      return content;
    },

    reposts: async ({ repostIds }) => ({ reposts: await queries.reposts(repostIds) }),
    repostCountOf: async ({ accountId }) => ({ count: await queries.countActiveReposts(accountId) }),
    hideRepostsOf: (input, context) => changeAll(removeReposts, input, context),
    showRepostsOf: (input, context) => changeAll(restoreReposts, input, context),
  });
};
