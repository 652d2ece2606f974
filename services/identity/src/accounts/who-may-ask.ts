import { type CallContext, engagementRpc, type identityRpc, Refusal, type RpcOutput } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { PeopleQueries } from './people.queries.js';
import type { PeopleLists } from './people-lists.queries.js';

type Listed = Omit<RpcOutput<typeof identityRpc.listPeople>['people'][number], 'isProtected'>[];

interface Parts {
  readonly rpc: RpcClient;
  readonly people: PeopleQueries;
  readonly lists: PeopleLists;
}

/** Decides whether somebody takes questions of somebody else. Who follows whom is engagement's to say, and asked only where it matters. */
export class WhoMayAsk {
  constructor(private readonly parts: Parts) {}

  /** `askerId` null: a visitor. @throws Refusal `not_found` when there is no such target. */
  async mayAsk(targetId: string, askerId: string | null, context: CallContext): Promise<boolean> {
    const [target] = await this.parts.people.byIds([targetId]);
    if (!target) throw new Refusal('not_found', 'There is nobody with this id');
    switch (target.whoMayAsk) {
      case 'everyone':
        return true;
      case 'signed-in':
        return askerId !== null;
      case 'following':
        return askerId !== null && (await this.#followersAmong(askerId, [targetId], context)).has(targetId);
      default:
        return false;
    }
  }

  /** People by name who take questions of the acting account, or of visitors; never oneself. */
  async takers(limit: number, context: CallContext): Promise<Listed> {
    const { accountId } = context;
    if (accountId === null) return this.parts.lists.takers(limit, ['everyone'], null);
    const found = await this.parts.lists.takers(limit, ['everyone', 'signed-in', 'following'], accountId);
    const choosy = found.filter(({ whoMayAsk }) => whoMayAsk === 'following').map(({ id }) => id);
    const followers = await this.#followersAmong(accountId, choosy, context);
    return found.filter(({ id, whoMayAsk }) => whoMayAsk !== 'following' || followers.has(id));
  }

  async #followersAmong(followedId: string, accountIds: readonly string[], context: CallContext): Promise<ReadonlySet<string>> {
    if (accountIds.length === 0) return new Set();
    const { followerIds } = await this.parts.rpc.call(engagementRpc.followersAmong, { followedId, accountIds: [...accountIds] }, context);
    return new Set(followerIds);
  }
}
