import {
  type CallContext,
  contentRpc,
  engagementRpc,
  identityRpc,
  type Rpc,
  type RpcInput,
  type RpcOutput,
  type WipeCounts,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

type PostProgress = RpcOutput<typeof contentRpc.hidingProgress>['hidings'][number];
type Asking = Pick<CallContext, 'correlationId' | 'deadline'>;

export class PostedContent {
  constructor(private readonly rpc: RpcClient) {}

  subject(accountId: string, asking: Asking): Promise<RpcOutput<typeof identityRpc.wipeSubject>> {
    return this.#call(identityRpc.wipeSubject, { accountId }, asking);
  }

  /** @throws Refusal `unavailable` */
  async counts(accountId: string, asking: Asking): Promise<WipeCounts> {
    const [{ counts }, reposts] = await Promise.all([
      this.#call(contentRpc.countPostsOf, { accountId }, asking),
      this.reposts(accountId, asking),
    ]);
    const { questions, discussions, podcasts } = counts;
    return { questions, discussions, podcasts, reposts };
  }

  async reposts(accountId: string, asking: Asking): Promise<number> {
    return (await this.#call(engagementRpc.repostCountOf, { accountId }, asking)).count;
  }

  /** Resolves when no read shows the posts and the invitation. Can be repeated after an interruption. @throws Refusal `unavailable` */
  async hide(accountId: string, removalId: string, asking: Asking): Promise<void> {
    await Promise.all([
      this.#call(contentRpc.hideContentOf, { accountId, removalId, cause: 'wipe' }, asking),
      this.#call(engagementRpc.hideRepostsOf, { accountId, removalId }, asking),
      this.#call(identityRpc.hideInvitationOf, { accountId, removalId }, asking),
    ]);
  }

  /** Posts return one by one. They stay hidden if the account is deleted first. @throws Refusal `unavailable` */
  async show(accountId: string, removalId: string, asking: Asking): Promise<void> {
    await Promise.all([
      this.#call(contentRpc.showContentOf, { removalId }, asking),
      this.#call(engagementRpc.showRepostsOf, { accountId, removalId }, asking),
      this.#call(identityRpc.showInvitationOf, { accountId, removalId }, asking),
    ]);
    await this.#followAccount(accountId, asking);
  }

  /** Undefined if content does not know this removal. @throws Refusal `unavailable` */
  async progress(removalId: string, asking: Asking): Promise<PostProgress | undefined> {
    return (await this.#call(contentRpc.hidingProgress, { removalIds: [removalId] }, asking)).hidings[0];
  }

  /**
   * If the account was deleted before these reposts returned, the deletion missed them. They are then hidden under the
   * deletion's removal id. Content does the same for its posts.
   */
  async #followAccount(accountId: string, asking: Asking): Promise<void> {
    for (let followed: string | null = null; ; ) {
      const { removalId } = await this.subject(accountId, asking);
      if (removalId === followed) return;
      if (followed !== null) await this.#call(engagementRpc.showRepostsOf, { accountId, removalId: followed }, asking);
      if (removalId !== null) await this.#call(engagementRpc.hideRepostsOf, { accountId, removalId }, asking);
      followed = removalId;
    }
  }

  /** Calls without an acting account: only moderation's log names the ambassador. */
  #call<R extends Rpc>(rpc: R, input: RpcInput<R>, { correlationId, deadline }: Asking): Promise<RpcOutput<R>> {
    return this.rpc.call(rpc, input, { correlationId, deadline, accountId: null });
  }
}
