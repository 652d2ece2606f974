import { AnonymousXpPaid, Refusal } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, type Loaded, newEvent } from '@hearsay/event-store';
import type { RemovalRow } from './anonymous-removals.js';
import type { AnonymousPost, WaitingRow } from './deferral.js';
import { loadWaiting } from './pool.sql.js';

/**
 * Key: id of a waiting row. True while it waits. A payment locks it, and the next command of the batch sees that it is
 * paid.
 */
export const waitingAggregate: AggregateDefinition<boolean, typeof AnonymousXpPaid> = {
  name: 'waiting-xp',
  events: [AnonymousXpPaid],
  evolve: () => false,
  load: loadWaiting,
  sendsAtOnce: true,
};

export interface DeferXp {
  /** Of this one act, so that a repeated fact changes nothing. */
  readonly claim: string;
  readonly waiting: WaitingRow;
  /** The note about the post: one for when it earns, one for when the claim is taken. */
  readonly post?: { readonly earning: AnonymousPost; readonly worthless: AnonymousPost };
}

/** Keeps what an anonymous act earns or loses until the next pool. The log learns nothing: a fact at this moment would tell. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ claim }) => ({ aggregates: {}, claims: [claim] }),
  decide({ claim, waiting, post }, view) {
    if (!view.holds(claim))
      return { events: [], rows: { waiting: [], anonymousPosts: post ? [post.worthless] : [] }, result: undefined };
    return {
      events: [],
      rows: { waiting: [waiting], anonymousPosts: post ? [post.earning] : [] },
      result: undefined,
    };
  },
};

/** Key: entry id. Each is new: nothing is decided on an entry of a pool. */
export const poolEntryAggregate: AggregateDefinition<null, typeof AnonymousXpPaid> = {
  name: 'pool-entry',
  events: [AnonymousXpPaid],
  evolve: (state) => state,
  load: async (_tx, keys) => new Map<string, Loaded<null>>(keys.map((key) => [key, { version: 0, state: null }])),
  sendsAtOnce: true,
};

export interface PayPool {
  /** Waiting rows that are paid with this; `shares` are worked out from all rows that these people have. */
  readonly waitingIds: readonly string[];
  /** The id of an entry is random, and the share sealed. */
  readonly shares: readonly { readonly entryId: string; readonly sealed: string }[];
  /** What removed posts have been brought down by with this, or got back. */
  readonly removals: readonly RemovalRow[];
}

/** Pays and strikes what waited, all or nothing. @throws Refusal `conflict` when something of it was paid by somebody else */
export const payPool: CommandDefinition<PayPool, void, typeof AnonymousXpPaid> = {
  type: 'pay-pool',
  plan: ({ waitingIds, shares }) => ({
    aggregates: {
      [waitingAggregate.name]: waitingIds,
      [poolEntryAggregate.name]: shares.map(({ entryId }) => entryId),
    },
  }),
  decide({ waitingIds, shares, removals }, view) {
    if (!waitingIds.every((id) => view.state(waitingAggregate, id))) throw new Refusal('conflict');
    return {
      events: shares.map((share, index) =>
        newEvent(AnonymousXpPaid, share, {
          aggregate: poolEntryAggregate,
          key: share.entryId,
          touches: index === 0 ? waitingIds.map((id) => ({ aggregate: waitingAggregate, key: id })) : [],
          routingId: share.entryId,
          isAnonymous: true,
          isUnlinked: true,
        }),
      ),
      rows: { paid: waitingIds.map((id) => ({ id })), removals },
      result: undefined,
    };
  },
};
