import { type ContentType, XpEarned, type XpRule } from '@hearsay/contracts';
import { type AggregateDefinition, type CommandDefinition, type Loaded, type NewEvent, newEvent } from '@hearsay/event-store';
import { wakePools } from '../deferred-xp/defer-xp.decider.js';
import type { WaitingRow } from '../deferred-xp/deferral.js';
import type { LevelCheck } from '../levels/level-checks.js';
import { wakeLevels } from '../levels/settle-level.decider.js';
import { dayOf } from './earned-days.js';

/** Key: entry id. An entry's stream has one event, and nothing is decided on an entry that exists. */
export const entryAggregate: AggregateDefinition<null, typeof XpEarned> = {
  name: 'xp',
  events: [XpEarned],
  evolve: (state) => state,
  load: async (_tx, keys) => new Map<string, Loaded<null>>(keys.map((key) => [key, { version: 0, state: null }])),
};

interface Earning {
  readonly entryId: string;
  readonly accountId: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
}

/** The fact that something was earned at this instant, and that the person's level is to be looked at. */
export const earned = (earning: Earning, now: string): { readonly event: NewEvent<typeof XpEarned>; readonly check: LevelCheck } => ({
  event: newEvent(
    XpEarned,
    { ...earning, day: dayOf(now) },
    { aggregate: entryAggregate, key: earning.entryId, routingId: earning.accountId },
  ),
  check: { accountId: earning.accountId, at: now },
});

export interface EarnXp extends Earning {
  readonly claim: string;
  /** Has the next pool weigh the day again: named and anonymous posts share its cap, and the anonymous ones yield. */
  readonly waiting: WaitingRow;
}

/** A named post earns once, under a permanent claim. */
export const earnXp: CommandDefinition<EarnXp, void, typeof XpEarned> = {
  type: 'earn-xp',
  plan: ({ claim, entryId }) => ({ aggregates: { [entryAggregate.name]: [entryId] }, claims: [claim] }),
  decide({ claim, waiting, ...earning }, view, { now }) {
    if (!view.holds(claim)) return { events: [], result: undefined };
    const { event, check } = earned(earning, now);
    return {
      events: [event],
      rows: { levelChecks: [check], waiting: [waiting] },
      live: [wakeLevels, wakePools(waiting.dueAt)],
      result: undefined,
    };
  },
};
