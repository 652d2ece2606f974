import { Boosted, type ContentTarget, type engagementRpc, type RpcOutput, Unboosted } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, rowAggregate } from '@hearsay/event-store';
import { counterAggregate, liveCountsMessages } from '../counters/counter.aggregates.js';
import type { Counter } from '../counters/counter.sql.js';
import { loadBoosts } from './boost.sql.js';

/** A boost has no lock of its own. Every command first locks the counter of the content. */
export const boostAggregate = rowAggregate('boost', [Boosted, Unboosted], loadBoosts, (_pair, { type, data }) => ({
  isBoosted: type === Boosted.type,
  toggle: data.toggle,
}));

export interface SetBoost {
  readonly accountId: string;
  readonly boostId: string;
  /** True if the target was pending at the lookup. An approval since then may have added a threshold. */
  readonly wasPending: boolean;
  readonly target: ContentTarget;
  /** The desired state. Null toggles the current state. */
  readonly isBoosted: boolean | null;
}

type SetBoostResult = RpcOutput<typeof engagementRpc.setBoost>;

export const setBoost: CommandDefinition<SetBoost, SetBoostResult, typeof Boosted | typeof Unboosted> = {
  type: 'set-boost',

  plan: ({ boostId, target }) => ({
    aggregates: { [boostAggregate.name]: [boostId], [counterAggregate.name]: [target.contentId] },
  }),

  decide({ accountId, boostId, wasPending, target, isBoosted }, view) {
    const pair = view.state(boostAggregate, boostId);
    const counter = view.state(counterAggregate, target.contentId);
    const wanted = isBoosted ?? !pair.isBoosted;
    // The threshold may have been lowered after the lookup of the target. `loweredTo` is current, because the counter
    // is locked.
    const thresholds = counter.loweredTo ? [...target.thresholds, counter.loweredTo] : target.thresholds;
    // An approval since the lookup may have added a threshold that only content knows. Boosts of replies open nothing.
    const mayGainThreshold = wasPending && target.contentType === 'question';
    if (wanted === pair.isBoosted) {
      // After the first call, the gateway may have died before it latched the reveal. So this repeat makes the gateway
      // latch it again, which does no harm.
      const mayBeUnlatched = wanted && (mayGainThreshold || thresholds.some((threshold) => threshold <= counter.peak));
      return {
        events: [],
        result: { ...resultOf(target, pair.isBoosted, counter), hasReachedThreshold: mayBeUnlatched },
      };
    }
    const after = countersAfter(counter, wanted);
    const opened = thresholds.some((threshold) => counter.peak < threshold && threshold <= after.peak);
    const hasReachedThreshold = opened || (mayGainThreshold && counter.peak < after.peak);
    const { contentType, contentId, questionId, owner } = target;
    const content = { contentType, contentId, questionId, owner };
    const counts = { boostCount: after.boosts, boostPeak: after.peak, revision: after.revision };
    const toggle = pair.toggle + 1;
    const data = { boostId, boosterId: accountId, ...content, ...counts, hasReachedThreshold, toggle };
    return {
      events: [
        newEvent(wanted ? Boosted : Unboosted, data, {
          aggregate: boostAggregate,
          key: boostId,
          touches: [{ aggregate: counterAggregate, key: target.contentId }],
        }),
      ],
      result: { ...resultOf(target, wanted, after), hasReachedThreshold, opened },
      live: liveCountsMessages(target, after),
    };
  },
};

const countersAfter = (counter: Counter, isBoosted: boolean): Counter => {
  const boosts = counter.boosts + (isBoosted ? 1 : -1);
  return { ...counter, boosts, peak: Math.max(counter.peak, boosts), revision: counter.revision + 1 };
};

const resultOf = (
  { questionId }: ContentTarget,
  isBoosted: boolean,
  { boosts: boostCount, peak: boostPeak }: Counter,
) => ({ isBoosted, boostCount, questionId, boostPeak, opened: false });
