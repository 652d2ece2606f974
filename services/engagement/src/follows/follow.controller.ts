import { type CallContext, engagementRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { setFollow } from './follow.decider.js';
import { FollowQueries } from './follow.queries.js';

@Controller()
export class FollowController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: FollowQueries,
  ) {}

  @Handles(engagementRpc.setFollow)
  setFollow(input: RpcParsed<typeof engagementRpc.setFollow>, context: CallContext): Promise<RpcOutput<typeof engagementRpc.setFollow>> {
    const { accountId: followedId, isFollowing } = input;
    return this.pipeline.execute(setFollow, { followerId: actorOf(context), followedId, isFollowing }, commandContext(context, input));
  }

  @Handles(engagementRpc.followCounts)
  async followCounts(
    input: RpcParsed<typeof engagementRpc.followCounts>,
    context: CallContext,
  ): Promise<RpcOutput<typeof engagementRpc.followCounts>> {
    return { counts: await this.queries.counts(input.accountIds, context.accountId) };
  }

  @Handles(engagementRpc.followersAmong)
  async followersAmong(input: RpcParsed<typeof engagementRpc.followersAmong>): Promise<RpcOutput<typeof engagementRpc.followersAmong>> {
    return { followerIds: await this.queries.followersAmong(input.followedId, input.accountIds) };
  }
}
