import { AnonymousXpPaid, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, newStreamAggregate, rowAggregate } from '@hearsay/event-store';
import type { RemovalRow } from './anonymous-removals.js';
import type { AnonymousPost, DeferredXpRow } from './deferral.js';
import { loadWaiting } from './pool.sql.js';

/** State: true while the row waits. After a payment, the next command of the batch sees false. */
export const waitingAggregate = rowAggregate('waiting-xp', [AnonymousXpPaid], loadWaiting, () => false);

export interface DeferXp {
  readonly claim: string;
  readonly waiting: DeferredXpRow;
  /** The row of the post: `empty` if the claim is already taken. */
  readonly post?: { readonly earning: AnonymousPost; readonly empty: AnonymousPost };
}

/** Defers XP of an anonymous act to the next pool. It writes no event, whose time would reveal the act. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ claim }) => ({ aggregates: {}, claims: [claim] }),
  decide({ claim, waiting, post }, view) {
    const isNew = view.holds(claim);
    const anonymousPosts = post ? [isNew ? post.earning : post.empty] : [];
    return { events: [], rows: { waiting: isNew ? [waiting] : [], anonymousPosts }, result: undefined };
  },
};

export const poolEntryAggregate = newStreamAggregate('pool-entry', [AnonymousXpPaid]);

export interface PayPool {
  /** All waiting rows of the people in this payment. */
  readonly waitingIds: readonly string[];
  /** Entry ids are random, and shares are sealed. */
  readonly shares: readonly { readonly entryId: string; readonly sealed: string }[];
  readonly removals: readonly RemovalRow[];
}

/** @throws Refusal `conflict` if another payment has taken a row */
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
          isAnonymous: true,
          isUnlinked: true,
        }),
      ),
      rows: { paid: waitingIds.map((id) => ({ id })), removals },
      result: undefined,
    };
  },
};
