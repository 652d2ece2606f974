import {
  acceptsAnonymousAsks,
  type CallContext,
  engagementRpc,
  type identityRpc,
  Refusal,
  type RpcOutput,
  type RpcParsed,
  WhoMayAsk as WhoMayAskSetting,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { ListedPerson, NamesPageRequest, PeopleQueries } from './people.queries.js';

interface AskPermissionDependencies {
  readonly rpc: RpcClient;
  readonly people: PeopleQueries;
  readonly mutes: {
    blockersAmong(accountIds: readonly string[], blockedId: string): Promise<readonly string[]>;
  };
}

/** Decides whether a person may ask another person. Calls engagement only if the answer depends on follows. */
export class AskPermissions {
  constructor(private readonly dependencies: AskPermissionDependencies) {}

  /** `askerId` is null for a visitor. @throws Refusal `not_found` for an unknown target */
  async mayAsk(
    question: RpcParsed<typeof identityRpc.mayAsk>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.mayAsk>> {
    const { targetId, askerId, isAnonymous } = question;
    const bySettings = await this.#bySettings(question, context);
    // A block refuses only signed questions. If it also refused anonymous ones, the refusal would reveal their author.
    if (!bySettings.mayAsk || isAnonymous || askerId === null) return bySettings;
    const blockers = await this.dependencies.mutes.blockersAmong([targetId], askerId);
    return { ...bySettings, mayAsk: blockers.length === 0 };
  }

  async #bySettings(
    { targetId, askerId, isAnonymous }: RpcParsed<typeof identityRpc.mayAsk>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.mayAsk>> {
    const [target] = await this.dependencies.people.peopleByIds([targetId]);
    if (!target) throw new Refusal('not_found', 'There is nobody with this id');
    const { whoMayAsk, anonymousAsks } = target;
    const isOpen = acceptsAnonymousAsks(whoMayAsk, askerId !== null);
    const mayAskAnonymously = isOpen && anonymousAsks === 'on';
    // A visitor can ask only anonymously.
    if (isAnonymous || askerId === null) return { mayAsk: mayAskAnonymously, mayAskAnonymously };
    const isFollowed =
      whoMayAsk === 'following' && (await this.#followersAmong(askerId, [targetId], context)).has(targetId);
    return { mayAsk: isOpen || isFollowed, mayAskAnonymously };
  }

  /** Leaves out people whom the caller may not ask, so a page may be shorter than its limit. */
  async listAskablePeople(page: NamesPageRequest, isAnonymous: boolean, context: CallContext): Promise<ListedPerson[]> {
    const { accountId } = context;
    if (accountId === null || isAnonymous) {
      const settings = WhoMayAskSetting.options.filter((setting) => acceptsAnonymousAsks(setting, accountId !== null));
      return this.dependencies.people.listByName(page, { settings, exceptId: accountId, isAnonymous: true });
    }
    const signed = {
      settings: ['everyone', 'signed-in', 'following'],
      exceptId: accountId,
      isAnonymous: false,
    } as const;
    const found = await this.dependencies.people.listByName(page, signed);
    const choosy = found.filter(({ whoMayAsk }) => whoMayAsk === 'following').map(({ id }) => id);
    const [followers, blockers] = await Promise.all([
      this.#followersAmong(accountId, choosy, context),
      this.dependencies.mutes.blockersAmong(
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
    const { followerIds } = await this.dependencies.rpc.call(
      engagementRpc.followersAmong,
      { followedId, accountIds: [...accountIds] },
      context,
    );
    return new Set(followerIds);
  }
}
