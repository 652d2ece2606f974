import { Boosted, type BoostTarget, Unboosted } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, newEvent } from '@hearsay/event-store';
import { counterAggregate, liveCounts } from '../counters/counter.aggregates.js';
import type { Counter } from '../counters/counter.sql.js';
import { loadPairs, type Pair } from './boost.sql.js';

/**
 * Key: boost id. `boostRows` writes its row at each toggle. It needs no lock of its own, because every command on a pair
 * names the counter of its content too. That is locked first: see the aggregates of `engagement.definition.ts`.
 */
export const boostAggregate: AggregateDefinition<Pair, typeof Boosted | typeof Unboosted> = {
  name: 'boost',
  events: [Boosted, Unboosted],
  evolve: (_pair, event) => ({ isBoosted: event.type === Boosted.type, toggle: event.data.toggle }),
  load: loadPairs,
  sendsAtOnce: true,
};

export interface SetBoost {
  readonly accountId: string;
  /** Of the account and the target, see `boostIdOf`. */
  readonly boostId: string;
  /** The target was pending when it was looked up: by now its approval may have given it a threshold which is not among these. */
  readonly wasPending: boolean;
  readonly target: BoostTarget;
  /** The desired state; where it is null, the command toggles. */
  readonly isBoosted: boolean | null;
}

export interface SetBoostResult {
  readonly isBoosted: boolean;
  readonly boostCount: number;
  readonly questionId: string;
  readonly boostPeak: number;
  /** This boost, or the one that it repeats, may have lifted the peak over a threshold: content must latch the reveal before anybody is answered. */
  readonly hasReachedThreshold: boolean;
}

/** One boost per person and content. What is already as desired changes nothing and counts as success. */
export const setBoost: CommandDefinition<SetBoost, SetBoostResult, typeof Boosted | typeof Unboosted> = {
  type: 'set-boost',

  plan: ({ boostId, target }) => ({
    aggregates: { [boostAggregate.name]: [boostId], [counterAggregate.name]: [target.contentId] },
  }),

  decide({ accountId, boostId, wasPending, target, isBoosted }, view) {
    const pair = view.state(boostAggregate, boostId);
    const counter = view.state(counterAggregate, target.contentId);
    const wanted = isBoosted ?? !pair.isBoosted;
    // Content knows whether there is one. Replies unlock nothing.
    const mayGainThreshold = wasPending && target.contentType === 'question';
    if (wanted === pair.isBoosted) {
      // Whoever repeats a boost without a key may have been left before content was told: it latches again, which changes nothing.
      const mayBeUnlatched =
        wanted && (mayGainThreshold || target.thresholds.some((threshold) => threshold <= counter.peak));
      return { events: [], result: resultOf(target, pair.isBoosted, counter, mayBeUnlatched) };
    }
    const after = countersAfter(counter, wanted);
    const isHigher = counter.peak < after.peak;
    const hasReachedThreshold =
      isHigher &&
      (mayGainThreshold || target.thresholds.some((threshold) => counter.peak < threshold && threshold <= after.peak));
    const data = {
      boostId,
      boosterId: accountId,
      contentType: target.contentType,
      contentId: target.contentId,
      questionId: target.questionId,
      owner: target.owner,
      boostCount: after.boosts,
      boostPeak: after.peak,
      revision: after.revision,
      hasReachedThreshold,
      toggle: pair.toggle + 1,
    };
    return {
      events: [
        newEvent(wanted ? Boosted : Unboosted, data, {
          aggregate: boostAggregate,
          key: boostId,
          touches: [{ aggregate: counterAggregate, key: target.contentId }],
          routingId: target.questionId,
        }),
      ],
      result: resultOf(target, wanted, after, hasReachedThreshold),
      live: liveCounts(target, after),
    };
  },
};

const countersAfter = (counter: Counter, isBoosted: boolean): Counter => {
  const boosts = counter.boosts + (isBoosted ? 1 : -1);
  return { ...counter, boosts, peak: Math.max(counter.peak, boosts), revision: counter.revision + 1 };
};

const resultOf = (
  target: BoostTarget,
  isBoosted: Pair['isBoosted'],
  counter: Counter,
  hasReachedThreshold: boolean,
): SetBoostResult => ({
  isBoosted,
  boostCount: counter.boosts,
  questionId: target.questionId,
  boostPeak: counter.peak,
  hasReachedThreshold,
});
