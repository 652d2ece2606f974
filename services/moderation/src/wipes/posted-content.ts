import { type CallContext, contentRpc, engagementRpc, identityRpc, type WipeCounts } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

type Asking = Pick<CallContext, 'correlationId' | 'deadline'>;

/** Acts as nobody: who wiped stands in moderation's own log alone. */
const asNobody = ({ correlationId, deadline }: Asking): CallContext => ({ correlationId, deadline, accountId: null });

/** How far content has come in taking posts away one by one, or in bringing them back. */
export interface PostProgress {
  readonly done: number;
  readonly isRunning: boolean;
}

/** Everything that somebody has posted, as its owners keep it: questions, replies and episodes in content, reposts in engagement. */
export class PostedContent {
  constructor(private readonly rpc: RpcClient) {}

  /** What stands under a person's name now. @throws Refusal `unavailable` */
  async counts(accountId: string, asking: Asking): Promise<WipeCounts> {
    const context = asNobody(asking);
    const [{ counts }, reposts] = await Promise.all([
      this.rpc.call(contentRpc.countPostsOf, { accountId }, context),
      this.reposts(accountId, asking),
    ]);
    return { questions: counts.questions, discussions: counts.discussions, podcasts: counts.podcasts, reposts };
  }

  async reposts(accountId: string, asking: Asking): Promise<number> {
    return (await this.rpc.call(engagementRpc.repostCountOf, { accountId }, asNobody(asking))).count;
  }

  /** Resolves when no read shows anything of it. Can be repeated from wherever it was stopped. @throws Refusal `unavailable` */
  async hide(accountId: string, removalId: string, asking: Asking): Promise<void> {
    const context = asNobody(asking);
    await Promise.all([
      this.rpc.call(contentRpc.hideContentOf, { accountId, removalId, cause: 'wipe' }, context),
      this.rpc.call(engagementRpc.hideRepostsOf, { accountId, removalId }, context),
    ]);
  }

  /**
   * Begins to bring back exactly what was hidden under this removal; posts follow one by one. Nothing comes back of somebody whose account is away
   * by the end of this. @throws Refusal `unavailable`
   */
  async show(accountId: string, removalId: string, asking: Asking): Promise<void> {
    const context = asNobody(asking);
    await Promise.all([
      this.rpc.call(contentRpc.showContentOf, { removalId }, context),
      this.rpc.call(engagementRpc.showRepostsOf, { accountId, removalId }, context),
    ]);
    await this.#followAccount(accountId, context);
  }

  /** Undefined while content knows nothing of this removal. @throws Refusal `unavailable` */
  async progress(removalId: string, asking: Asking): Promise<PostProgress | undefined> {
    const { hidings } = await this.rpc.call(contentRpc.hidingProgress, { removalIds: [removalId] }, asNobody(asking));
    return hidings[0];
  }

  /**
   * Reposts that come back behind a deletion of their person's account were not there for it to take: so they go under its removal now, with which they
   * return. An account that has come back meanwhile gets them back. Content sees to its own posts.
   */
  async #followAccount(accountId: string, context: CallContext): Promise<void> {
    for (let followed: string | null = null; ; ) {
      const { removalId } = await this.rpc.call(identityRpc.wipeSubject, { accountId }, context);
      if (removalId === followed) return;
      if (followed !== null)
        await this.rpc.call(engagementRpc.showRepostsOf, { accountId, removalId: followed }, context);
      if (removalId !== null) await this.rpc.call(engagementRpc.hideRepostsOf, { accountId, removalId }, context);
      followed = removalId;
    }
  }
}
