import { XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import { type CommandDefinition, type NewEvent, newEvent } from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';
import {
  accountAggregate,
  dayAggregate,
  entryAggregate,
  type UnlinkedEntry,
  type UnlinkedRow,
  unlinkedAggregate,
} from '../ledger/ledger.aggregates.js';
import { dayOf, unboostedBecause } from '../ledger/ledger.decider.js';
import { dayKey, type EntryDefinition } from '../ledger/ledger.states.js';
import { withLevel } from '../ledger/level.decider.js';

/** Core NATS wake-up for whoever queues jobs: nothing but a random id and an instant. */
export const dueSubject = 'jobs.gamification.due-xp';

export interface DueXp {
  readonly id: string;
  /** ISO instant. */
  readonly dueAt: string;
}

/** A due row as its writer wants it. */
export interface DueRow extends DueXp {
  readonly cause: string;
}

export interface DeferXp extends Omit<UnlinkedRow, 'day'> {
  /** Null: the cause alone makes it unique. */
  readonly claim: string | null;
  readonly dueId: string;
  readonly delayMs: number;
}

/** Notes what an anonymous post earns or loses, to be paid later. The log learns nothing: a fact at this moment would tell. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ cause, claim }) => ({ aggregates: { [unlinkedAggregate.name]: [cause] }, claims: claim === null ? [] : [claim] }),
  decide({ claim, dueId, delayMs, ...entry }, view, { now }) {
    if (claim !== null && !view.holds(claim)) return { events: [], result: undefined };
    const row: UnlinkedRow = { ...entry, day: dayOf(now) };
    const due: DueRow = { id: dueId, cause: entry.cause, dueAt: new Date(Date.parse(now) + delayMs).toISOString() };
    return {
      events: [],
      rows: { unlinked: [{ row, due }] },
      live: [{ subject: dueSubject, data: { id: due.id, dueAt: due.dueAt } satisfies DueXp }],
      result: undefined,
    };
  },
};

export interface PayDueXp {
  readonly dueId: string;
  readonly cause: string;
  readonly entryId: string;
  readonly accountId: string;
  /** Of the entry: neither changes. */
  readonly rule: XpRule;
  readonly day: string;
  readonly caps: DailyCaps;
}

/**
 * Brings the entry of an anonymous post to what the newest act about it wants, and strikes the due row. So it does not
 * matter in which order due rows run, or how often.
 */
export const payDueXp: CommandDefinition<PayDueXp, void> = {
  type: 'pay-due-xp',
  plan: ({ cause, entryId, accountId, rule, day }) => ({
    aggregates: {
      [accountAggregate.name]: [accountId],
      [unlinkedAggregate.name]: [cause],
      [entryAggregate.name]: [entryId],
      [dayAggregate.name]: [dayKey({ accountId, rule, day })],
    },
  }),
  decide({ dueId, cause, entryId, accountId, caps }, view) {
    const wanted = view.state(unlinkedAggregate, cause);
    const entry = view.state(entryAggregate, entryId);
    const isLive = entry?.isLive ?? false;
    const events = wanted && wanted.isLive !== isLive ? [unlinkedEvent(wanted, accountId, entry !== null)] : [];
    return { events: withLevel(events, view, caps), rows: { paid: [{ id: dueId }] }, result: undefined };
  },
};

const unlinkedEvent = (
  { entryId, rule, amount, day, isLive }: UnlinkedEntry,
  accountId: string,
  isKnown: boolean,
): NewEvent<EntryDefinition> => {
  const fact = { entryId, accountId, rule, amount, day, toggle: null };
  const envelope = { aggregate: entryAggregate, key: entryId, routingId: accountId, isAnonymous: true, isUnlinked: true };
  if (!isKnown) return newEvent(XpEarned, { ...fact, contentType: null, contentId: null }, envelope);
  return isLive ? newEvent(XpRestored, fact, envelope) : newEvent(XpReversed, { ...fact, because: unboostedBecause }, envelope);
};
