import {
  type CallContext,
  engagementRpc,
  type identityRpc,
  Refusal,
  type RpcParsed,
  takesAnonymousAsks,
  WhoMayAsk as WhoMayAskSetting,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { ListedTaker, NamesPage, PeopleQueries } from './people.queries.js';

interface Parts {
  readonly rpc: RpcClient;
  readonly people: PeopleQueries;
  readonly mutes: {
    blockersAmong(accountIds: readonly string[], blockedId: string): Promise<readonly string[]>;
  };
}

/** Calls engagement only if the answer depends on follows. */
export class WhoMayAsk {
  constructor(private readonly parts: Parts) {}

  /** `askerId` is null for a visitor. @throws Refusal `not_found` for an unknown target */
  async mayAsk(question: RpcParsed<typeof identityRpc.mayAsk>, context: CallContext): Promise<boolean> {
    const { targetId, askerId, isAnonymous } = question;
    if (!(await this.#isTaken(question, context))) return false;
    // A block refuses signed questions only, so that no anonymous one depends on its author.
    if (isAnonymous || askerId === null) return true;
    return (await this.parts.mutes.blockersAmong([targetId], askerId)).length === 0;
  }

  async #isTaken(
    { targetId, askerId, isAnonymous }: RpcParsed<typeof identityRpc.mayAsk>,
    context: CallContext,
  ): Promise<boolean> {
    const [target] = await this.parts.people.byIds([targetId]);
    if (!target) throw new Refusal('not_found', 'There is nobody with this id');
    if (takesAnonymousAsks(target.whoMayAsk, askerId !== null)) return true;
    if (isAnonymous || askerId === null || target.whoMayAsk !== 'following') return false;
    return (await this.#followersAmong(askerId, [targetId], context)).has(targetId);
  }

  async takers(page: NamesPage, isAnonymous: boolean, context: CallContext): Promise<ListedTaker[]> {
    const { accountId } = context;
    if (accountId === null || isAnonymous) {
      const settings = WhoMayAskSetting.options.filter((setting) => takesAnonymousAsks(setting, accountId !== null));
      return this.parts.people.byName(page, settings, accountId);
    }
    const found = await this.parts.people.byName(page, ['everyone', 'signed-in', 'following'], accountId);
    const choosy = found.filter(({ whoMayAsk }) => whoMayAsk === 'following').map(({ id }) => id);
    const [followers, blockers] = await Promise.all([
      this.#followersAmong(accountId, choosy, context),
      this.parts.mutes.blockersAmong(
        found.map(({ id }) => id),
        accountId,
      ),
    ]);
    return found.filter(
      ({ id, whoMayAsk }) => !blockers.includes(id) && (whoMayAsk !== 'following' || followers.has(id)),
    );
  }

  async #followersAmong(
    followedId: string,
    accountIds: readonly string[],
    context: CallContext,
  ): Promise<ReadonlySet<string>> {
    if (accountIds.length === 0) return new Set();
    const { followerIds } = await this.parts.rpc.call(
      engagementRpc.followersAmong,
      { followedId, accountIds: [...accountIds] },
      context,
    );
    return new Set(followerIds);
  }
}
