import { AnonymousXpPaid, Refusal } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, type Loaded, newEvent } from '@hearsay/event-store';
import type { RemovalRow } from './anonymous-removals.js';
import { waitingAggregate } from './waiting.aggregates.js';

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
