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

export class PostVisibility {
  constructor(private readonly rpc: RpcClient) {}

  /** Only reads the state of the person whom a wipe concerns. */
  wipeSubject(accountId: string, asking: Asking): Promise<RpcOutput<typeof identityRpc.wipeSubject>> {
    return this.#call(identityRpc.wipeSubject, { accountId }, asking);
  }

  /** @throws Refusal `unavailable` */
  async countPosts(accountId: string, asking: Asking): Promise<WipeCounts> {
    const [{ counts: countPosts }, countReposts] = await Promise.all([
      this.#call(contentRpc.countPostsOf, { accountId }, asking),
      this.countReposts(accountId, asking),
    ]);
    const { questions, discussions, podcasts } = countPosts;
    return { questions, discussions, podcasts, reposts: countReposts };
  }

  async countReposts(accountId: string, asking: Asking): Promise<number> {
    return (await this.#call(engagementRpc.repostCountOf, { accountId }, asking)).count;
  }

  /** Hides posts and invitation. Resolves when no read shows them. Can be repeated. @throws Refusal `unavailable` */
  async hide(accountId: string, removalId: string, asking: Asking): Promise<void> {
    await Promise.all([
      this.#call(contentRpc.hideContentOf, { accountId, removalId, cause: 'wipe' }, asking),
      this.#call(engagementRpc.hideRepostsOf, { accountId, removalId }, asking),
      this.#call(identityRpc.hideInvitationOf, { accountId, removalId }, asking),
    ]);
  }

  /**
   * Starts to restore posts and invitation. If the account was deleted since the wipe, the posts stay hidden. @throws
   * Refusal `unavailable`
   */
  async show(accountId: string, removalId: string, asking: Asking): Promise<void> {
    await Promise.all([
      this.#call(contentRpc.showContentOf, { removalId }, asking),
      this.#call(engagementRpc.showRepostsOf, { accountId, removalId }, asking),
      this.#call(identityRpc.showInvitationOf, { accountId, removalId }, asking),
    ]);
    await this.#hideRepostsOfDeletedAccount(accountId, asking);
  }

  /** The progress of content. Undefined if content does not know this removal. @throws Refusal `unavailable` */
  async progress(removalId: string, asking: Asking): Promise<PostProgress | undefined> {
    return (await this.#call(contentRpc.hidingProgress, { removalIds: [removalId] }, asking)).hidings[0];
  }

  /**
   * If the account is deleted by now, hides the restored reposts again, under the removal id of the deletion. The
   * deletion has missed them, because they were still hidden. Content does the same for its posts.
   */
  async #hideRepostsOfDeletedAccount(accountId: string, asking: Asking): Promise<void> {
    for (let followed: string | null = null; ; ) {
      const { removalId } = await this.wipeSubject(accountId, asking);
      if (removalId === followed) return;
      if (followed !== null) await this.#call(engagementRpc.showRepostsOf, { accountId, removalId: followed }, asking);
      if (removalId !== null) await this.#call(engagementRpc.hideRepostsOf, { accountId, removalId }, asking);
      followed = removalId;
    }
  }

  /** Makes calls without an acting account, because only moderation's log may name the ambassador. */
  #call<R extends Rpc>(rpc: R, input: RpcInput<R>, { correlationId, deadline }: Asking): Promise<RpcOutput<R>> {
    return this.rpc.call(rpc, input, { correlationId, deadline, accountId: null });
  }
}
