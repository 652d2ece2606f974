import {
  type CallContext,
  contentRpc,
  engagementRpc,
  identityRpc,
  type RpcOutput,
  type WipeCounts,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

type PostProgress = RpcOutput<typeof contentRpc.hidingProgress>['hidings'][number];
type Asking = Pick<CallContext, 'correlationId' | 'deadline'>;

/** Calls carry no account: only moderation's log names the ambassador. */
const withoutAccount = ({ correlationId, deadline }: Asking): CallContext => ({
  correlationId,
  deadline,
  accountId: null,
});

export class PostedContent {
  constructor(private readonly rpc: RpcClient) {}

  subject(accountId: string, asking: Asking): Promise<RpcOutput<typeof identityRpc.wipeSubject>> {
    return this.rpc.call(identityRpc.wipeSubject, { accountId }, withoutAccount(asking));
  }

  /** @throws Refusal `unavailable` */
  async counts(accountId: string, asking: Asking): Promise<WipeCounts> {
    const context = withoutAccount(asking);
    const [{ counts }, reposts] = await Promise.all([
      this.rpc.call(contentRpc.countPostsOf, { accountId }, context),
      this.reposts(accountId, asking),
    ]);
    const { questions, discussions, podcasts } = counts;
    return { questions, discussions, podcasts, reposts };
  }

  async reposts(accountId: string, asking: Asking): Promise<number> {
    return (await this.rpc.call(engagementRpc.repostCountOf, { accountId }, withoutAccount(asking))).count;
  }

  /** Resolves when no read shows the posts. Can be repeated after an interruption. @throws Refusal `unavailable` */
  async hide(accountId: string, removalId: string, asking: Asking): Promise<void> {
    const context = withoutAccount(asking);
    await Promise.all([
      this.rpc.call(contentRpc.hideContentOf, { accountId, removalId, cause: 'wipe' }, context),
      this.rpc.call(engagementRpc.hideRepostsOf, { accountId, removalId }, context),
    ]);
  }

  /** Posts return one by one. They stay hidden if the account is deleted first. @throws Refusal `unavailable` */
  async show(accountId: string, removalId: string, asking: Asking): Promise<void> {
    const context = withoutAccount(asking);
    await Promise.all([
      this.rpc.call(contentRpc.showContentOf, { removalId }, context),
      this.rpc.call(engagementRpc.showRepostsOf, { accountId, removalId }, context),
    ]);
    await this.#followAccount(accountId, context);
  }

  /** Undefined if content does not know this removal. @throws Refusal `unavailable` */
  async progress(removalId: string, asking: Asking): Promise<PostProgress | undefined> {
    const { hidings } = await this.rpc.call(
      contentRpc.hidingProgress,
      { removalIds: [removalId] },
      withoutAccount(asking),
    );
    return hidings[0];
  }

  /**
   * If the account was deleted before these reposts returned, the deletion missed them. They are then hidden under the
   * deletion's removal id. Content does the same for its posts.
   */
  async #followAccount(accountId: string, context: CallContext): Promise<void> {
    for (let followed: string | null = null; ; ) {
      const { removalId } = await this.subject(accountId, context);
      if (removalId === followed) return;
      if (followed !== null)
        await this.rpc.call(engagementRpc.showRepostsOf, { accountId, removalId: followed }, context);
      if (removalId !== null) await this.rpc.call(engagementRpc.hideRepostsOf, { accountId, removalId }, context);
      followed = removalId;
    }
  }
}
