import { AnonymousXpPaid, Refusal } from '@hearsay/contracts';
import { appendOnlyAggregate, type CommandDefinition, newEvent, rowAggregate } from '@hearsay/event-store';
import type { AnonymousRemovalRow } from './anonymous-removals.js';
import type { AnonymousPostRow, DeferredXpRow } from './deferral.js';
import { loadWaitingXp } from './pool.sql.js';

/** The state is true until the row is paid. */
export const waitingXpAggregate = rowAggregate('waiting-xp', [AnonymousXpPaid], loadWaitingXp, () => false);

export interface DeferXp {
  readonly claim: string;
  readonly waiting: DeferredXpRow;
  /** The row of the post: `earning` if this command takes its claim, `empty` if the claim was taken before. */
  readonly post?: { readonly earning: AnonymousPostRow; readonly empty: AnonymousPostRow };
}

/** Defers XP of an anonymous act to the next pool. Writes no event, because the event's time would reveal the act. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ claim }) => ({ aggregates: {}, claims: [claim] }),
  decide({ claim, waiting, post }, view) {
    const isNew = view.holds(claim);
    const anonymousPosts = post ? [isNew ? post.earning : post.empty] : [];
    return { events: [], rows: { waiting: isNew ? [waiting] : [], anonymousPosts }, result: undefined };
  },
};

export const poolEntryAggregate = appendOnlyAggregate('pool-entry', [AnonymousXpPaid]);

export interface PoolPayment {
  /** All waiting rows of the people in this payment. */
  readonly waitingIds: readonly string[];
  readonly shares: readonly { readonly entryId: string; readonly sealed: string }[];
  readonly removals: readonly AnonymousRemovalRow[];
}

/** @throws Refusal `conflict` if another payment has already paid one of the rows */
export const payPoolCommand: CommandDefinition<PoolPayment, void, typeof AnonymousXpPaid> = {
  type: 'pay-pool',
  plan: ({ waitingIds, shares }) => ({
    aggregates: {
      [waitingXpAggregate.name]: waitingIds,
      [poolEntryAggregate.name]: shares.map(({ entryId }) => entryId),
    },
  }),
  decide({ waitingIds, shares, removals }, view) {
    if (!waitingIds.every((id) => view.state(waitingXpAggregate, id))) throw new Refusal('conflict');
    return {
      events: shares.map((share, index) =>
        newEvent(AnonymousXpPaid, share, {
          aggregate: poolEntryAggregate,
          key: share.entryId,
          touches: index === 0 ? waitingIds.map((id) => ({ aggregate: waitingXpAggregate, key: id })) : [],
          isAnonymous: true,
          isUnlinked: true,
        }),
      ),
      rows: { paid: waitingIds.map((id) => ({ id })), removals },
      result: undefined,
    };
  },
};
