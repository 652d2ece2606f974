import {
  type CallContext,
  engagementRpc,
  gamificationRpc,
  type HeardUser,
  limits,
  type Mutes,
  type Person,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentHeardUser } from '../present/user.js';
import { LatestReads, loadOneByOne } from './latest-reads.js';
import type { People } from './people.js';
import { visitorContext } from './read-context.js';

/** More people than are shown, because hidden and followed people are left out afterwards. */
const candidates = 60;
const perQuestion = 2 * limits.heardUsers;

/** Simultaneous callers share one read of the candidates, because it costs as much CPU as 14 empty calls. */
export class HeardPeople {
  readonly #candidates = new LatestReads(loadOneByOne(() => this.#readCandidates()));

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
  ) {}

  /** Leaves out the viewer, people whom they follow or have muted, hidden people and those who hide their activity. */
  async heard(context: CallContext, mutes?: Mutes): Promise<HeardUser[]> {
    const unwanted = new Set([context.accountId, ...(mutes?.people ?? [])]);
    const people = (await this.#candidates.getOne(''))!.filter(({ id }) => !unwanted.has(id));
    const found: Person[] = [];
    for (let from = 0; from < people.length && found.length < limits.heardUsers; from += perQuestion) {
      const some = people.slice(from, from + perQuestion);
      const followed = await this.#followed(
        some.map(({ id }) => id),
        context,
      );
      found.push(...some.filter(({ id }) => !followed.has(id)));
    }
    return found.slice(0, limits.heardUsers).map(presentHeardUser);
  }

  /** Heard people who show their activity, most XP first. */
  async #readCandidates(): Promise<Person[]> {
    const context = visitorContext();
    const { accountIds } = await this.rpc.call(gamificationRpc.heard, { limit: candidates }, context);
    return (await this.people.persons(accountIds, context)).filter(({ showActivity }) => showActivity);
  }

  /** The ids of those people whom the viewer follows. Null for visitors, and while engagement is away. */
  async followedAmong(
    people: readonly { readonly id: string }[],
    context: CallContext,
  ): Promise<ReadonlySet<string> | null> {
    if (context.accountId === null) return null;
    const ids = people.map(({ id }) => id);
    return this.#followed(ids, context).catch(() => null);
  }

  /** Those of the accounts whom the viewer follows. */
  async #followed(accountIds: string[], context: CallContext): Promise<ReadonlySet<string>> {
    if (accountIds.length === 0) return new Set();
    const { counts } = await this.rpc.call(engagementRpc.followCounts, { accountIds }, context);
    return new Set(counts.flatMap(({ accountId, isFollowing }) => (isFollowing ? accountId : [])));
  }
}
