import { engagementRpc, Refusal } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { type SetFollow, setFollow } from './follow.decider.js';
import type { FollowQueries } from './follow.queries.js';

export const followHandlers = (pipeline: CommandPipeline, queries: FollowQueries) =>
  handlersOf(engagementRpc, {
    async setFollow({ isGone, ...input }, context) {
      const { accountId: followedId, isFollowing } = input;
      const followerId = actorOf(context);
      const lookUp = async (): Promise<SetFollow> => {
        if (isGone) throw new Refusal('not_found', 'User not found');
        return { followerId, followedId, isFollowing };
      };
      return executeAfterLookUp(pipeline, setFollow, lookUp, commandContext(context, input));
    },

    followCounts: async ({ accountIds }, { accountId }) => ({
      counts: await queries.followCounts(accountIds, accountId),
    }),

    followersAmong: async ({ followedId, accountIds }) => ({
      followerIds: await queries.followersAmong(followedId, accountIds),
    }),
  });
