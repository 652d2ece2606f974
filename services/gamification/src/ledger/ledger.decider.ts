import { type ContentType, XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import { type CommandDefinition, type NewEvent, newEvent } from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';
import { accountAggregate, dayAggregate, entryAggregate } from './ledger.aggregates.js';
import { dayKey, type Entry, type EntryDefinition, type LedgerDefinition } from './ledger.states.js';
import { withLevel } from './level.decider.js';

/** What an act is worth to one person, known before anything is loaded. */
export interface Worth {
  readonly entryId: string;
  readonly accountId: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly contentType: ContentType;
  readonly contentId: string;
}

export const unboostedBecause = 'The boost was taken back';

/** UTC day of an instant, as caps count. */
export const dayOf = (instant: string): string => instant.slice(0, 10);

/** The entities of an act at this instant that is worth something to these people. */
export const planFor = (shares: readonly Pick<Worth, 'accountId' | 'entryId' | 'rule'>[], now: string) => ({
  [accountAggregate.name]: shares.map(({ accountId }) => accountId),
  [entryAggregate.name]: shares.map(({ entryId }) => entryId),
  [dayAggregate.name]: shares.map(({ accountId, rule }) => dayKey({ accountId, rule, day: dayOf(now) })),
});

const envelopeOf = ({ accountId, entryId }: Worth) => ({ aggregate: entryAggregate, key: entryId, routingId: accountId });

/** The facts that bring an entry from one state to the other; `toggle` is the one they follow. */
const earned = (worth: Worth, day: string, toggle: number | null) =>
  newEvent(
    XpEarned,
    {
      entryId: worth.entryId,
      accountId: worth.accountId,
      rule: worth.rule,
      amount: worth.amount,
      day,
      contentType: worth.contentType,
      contentId: worth.contentId,
      toggle,
    },
    envelopeOf(worth),
  );
const change = ({ entryId, accountId, rule, amount }: Worth, day: string, toggle: number) => ({
  entryId,
  accountId,
  rule,
  amount,
  day,
  toggle,
});
const reversed = (worth: Worth, day: string, toggle: number) =>
  newEvent(XpReversed, { ...change(worth, day, toggle), because: unboostedBecause }, envelopeOf(worth));
const restored = (worth: Worth, day: string, toggle: number) => newEvent(XpRestored, change(worth, day, toggle), envelopeOf(worth));

/** A post earns once, under a permanent claim. */
export const earnXp: CommandDefinition<Worth & { readonly claim: string; readonly caps: DailyCaps }, void, LedgerDefinition> = {
  type: 'earn-xp',
  plan: ({ claim, ...worth }, { now }) => ({ aggregates: planFor([worth], now), claims: [claim] }),
  decide: ({ claim, caps, ...worth }, view, { now }) => ({
    events: view.holds(claim) ? withLevel([earned(worth, dayOf(now), null)], view, caps) : [],
    result: undefined,
  }),
};

/** What a boost is worth to one person. */
export type Share = Pick<Worth, 'entryId' | 'accountId' | 'rule' | 'amount'>;

export interface WeighBoost {
  /** Of different people. */
  readonly shares: readonly Share[];
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly isBoosted: boolean;
  readonly toggle: number;
  readonly caps: DailyCaps;
}

/**
 * Brings everybody's entry for a boost to what its newest toggle says. Toggles alternate, so where one has not arrived it
 * is taken for granted: every order of arrival ends in the same entries, and an older toggle never undoes a newer one.
 */
export const weighBoost: CommandDefinition<WeighBoost, void, LedgerDefinition> = {
  type: 'weigh-boost',
  plan({ shares, toggle }, { now }) {
    const aggregates = planFor(shares, now);
    // The first toggle begins an entry or changes nothing; a later one changes the day of the entry that is there.
    const days = toggle === 1 ? [] : shares.map(({ entryId }) => entryId);
    return { aggregates: { ...aggregates, [dayAggregate.name]: [...aggregates[dayAggregate.name]!, ...days] } };
  },
  decide: ({ shares, contentType, contentId, caps, ...act }, view, { now }) => ({
    events: shares.flatMap((share) =>
      withLevel(weighed({ ...share, contentType, contentId }, act, view.state(entryAggregate, share.entryId), dayOf(now)), view, caps),
    ),
    result: undefined,
  }),
};

const weighed = (
  worth: Worth,
  { isBoosted, toggle }: Pick<WeighBoost, 'isBoosted' | 'toggle'>,
  entry: Entry | null,
  today: string,
): NewEvent<EntryDefinition>[] => {
  if (!entry) {
    const first = earned(worth, today, toggle);
    return isBoosted ? [first] : [first, reversed(worth, today, toggle)];
  }
  if (toggle <= entry.toggle) return [];
  const towards = isBoosted ? restored : reversed;
  const away = isBoosted ? reversed : restored;
  const steps = entry.isLive === isBoosted ? [away, towards] : [towards];
  return steps.map((step) => step(worth, entry.day, toggle));
};
