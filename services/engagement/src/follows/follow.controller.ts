import { type CallContext, engagementRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { type SetFollow, setFollow } from './follow.decider.js';
import { FollowQueries } from './follow.queries.js';

@Controller()
export class FollowController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: FollowQueries,
  ) {}

  @Handles(engagementRpc.setFollow)
  async setFollow({ isGone, ...input }: RpcParsed<typeof engagementRpc.setFollow>, context: CallContext) {
    const { accountId: followedId, isFollowing } = input;
    const followerId = actorOf(context);
    const lookUp = async (): Promise<SetFollow> => {
      if (isGone) throw new Refusal('not_found', 'User not found');
      return { followerId, followedId, isFollowing };
    };
    return executeLookedUp(this.pipeline, setFollow, lookUp, commandContext(context, input));
  }

  @Handles(engagementRpc.followCounts)
  async followCounts(input: RpcParsed<typeof engagementRpc.followCounts>, context: CallContext) {
    return { counts: await this.queries.counts(input.accountIds, context.accountId) };
  }

  @Handles(engagementRpc.followersAmong)
  async followersAmong(input: RpcParsed<typeof engagementRpc.followersAmong>) {
    return { followerIds: await this.queries.followersAmong(input.followedId, input.accountIds) };
  }
}
