import { type CallContext, engagementRpc, gamificationRpc, type HeardUser, limits } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentHeardUser } from '../present/user.js';
import type { People } from './people.js';
import { readContext } from './read-context.js';

/** More than are shown, because hidden and followed people are left out. */
const candidates = 60;
const perQuestion = 2 * limits.heardUsers;

export class HeardPeople {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  /** Leaves out the viewer, people whom they follow, hidden people and those who hide their activity. */
  async heard(context: CallContext): Promise<HeardUser[]> {
    const { correlationId } = context;
    const { accountIds } = await this.rpc.call(
      gamificationRpc.heard,
      { limit: candidates },
      readContext(correlationId),
    );
    const followed = await this.#followed(accountIds, context);
    const ids = accountIds.filter((id) => id !== context.accountId && !followed.has(id));
    const found: HeardUser[] = [];
    for (let from = 0; from < ids.length && found.length < limits.heardUsers; from += perQuestion) {
      const people = await this.people.persons(ids.slice(from, from + perQuestion), context);
      found.push(...people.filter(({ showActivity }) => showActivity).map(presentHeardUser));
    }
    return found.slice(0, limits.heardUsers);
  }

  /** Null for visitors, and while engagement is away, so that a search still answers. */
  async followedAmong(
    people: readonly { readonly id: string }[],
    context: CallContext,
  ): Promise<ReadonlySet<string> | null> {
    if (context.accountId === null) return null;
    const ids = people.map(({ id }) => id);
    return this.#followed(ids, context).catch(() => null);
  }

  async #followed(accountIds: string[], context: CallContext): Promise<ReadonlySet<string>> {
    if (accountIds.length === 0) return new Set();
    const { counts } = await this.rpc.call(engagementRpc.followCounts, { accountIds }, context);
    return new Set(counts.flatMap(({ accountId, isFollowing }) => (isFollowing ? accountId : [])));
  }
}
