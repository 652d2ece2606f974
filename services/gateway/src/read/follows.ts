import { type CallContext, engagementRpc, type FollowCounts } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

const nobody = { followerCount: 0, followingCount: 0 };

/** Followers as engagement counts them now. */
export class Follows {
  constructor(private readonly rpc: RpcClient) {}

  /** Who has neither followers nor follows has zeros. */
  async of(accountId: string, context: CallContext): Promise<FollowCounts> {
    const { counts } = await this.rpc.call(engagementRpc.followCounts, { accountIds: [accountId] }, context);
    return counts[0] ?? { accountId, ...nobody, isFollowing: false };
  }

  /** For beside a person: nobody is kept out, and no profile is away, because followers cannot be counted right now. */
  async around(
    accountId: string,
    context: CallContext,
  ): Promise<Pick<FollowCounts, 'followerCount' | 'followingCount'>> {
    return this.of(accountId, context).catch(() => nobody);
  }
}
