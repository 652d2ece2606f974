import { type CallContext, gamificationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

/** XP as gamification counts it now. */
export class Progress {
  constructor(private readonly rpc: RpcClient) {}

  /** Who has earned nothing yet has 0. */
  async xpOf(accountId: string, context: CallContext): Promise<number> {
    const { progress } = await this.rpc.call(gamificationRpc.progress, { accountIds: [accountId] }, context);
    return progress.find((one) => one.accountId === accountId)?.xp ?? 0;
  }
}
