import { type CallContext, engagementRpc, type FollowCounts } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

/** Followers as engagement counts them now. */
export class Follows {
  constructor(private readonly rpc: RpcClient) {}

  /** Who has neither followers nor follows has zeros. */
  async of(accountId: string, context: CallContext): Promise<FollowCounts> {
    const { counts } = await this.rpc.call(engagementRpc.followCounts, { accountIds: [accountId] }, context);
    return counts[0] ?? { accountId, followerCount: 0, followingCount: 0, isFollowing: false };
  }
}
