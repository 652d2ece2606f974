import { type ContentType, type EventDefinition, XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import type { CommandDefinition, NewEvent } from '@hearsay/event-store';
import { accountKind, type Entry, entryKind } from './ledger.entities.js';

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

const planFor = ({ accountId, entryId }: Pick<Worth, 'accountId' | 'entryId'>) => ({
  [accountKind.name]: [accountId],
  [entryKind.name]: [entryId],
});

const eventFor = (definition: EventDefinition, { accountId, entryId }: Worth, data: object): NewEvent => ({
  kind: entryKind.name,
  key: entryId,
  definition,
  data,
  routingId: accountId,
});

/** The facts that bring an entry from one state to the other; `toggle` is the one they follow. */
const earned = (worth: Worth, day: string, toggle: number | null): NewEvent =>
  eventFor(XpEarned, worth, {
    entryId: worth.entryId,
    accountId: worth.accountId,
    rule: worth.rule,
    amount: worth.amount,
    day,
    contentType: worth.contentType,
    contentId: worth.contentId,
    toggle,
  });
const change = ({ entryId, accountId, rule, amount }: Worth, day: string, toggle: number) => ({
  entryId,
  accountId,
  rule,
  amount,
  day,
  toggle,
});
const reversed = (worth: Worth, day: string, toggle: number): NewEvent =>
  eventFor(XpReversed, worth, { ...change(worth, day, toggle), because: unboostedBecause });
const restored = (worth: Worth, day: string, toggle: number): NewEvent => eventFor(XpRestored, worth, change(worth, day, toggle));

/** A post earns once, under a permanent claim. */
export const earnXp: CommandDefinition<Worth & { readonly claim: string }, void> = {
  type: 'earn-xp',
  plan: (worth) => ({ entities: planFor(worth), claims: [worth.claim] }),
  decide: ({ claim, ...worth }, view, { now }) => ({
    events: view.holds(claim) ? [earned(worth, dayOf(now), null)] : [],
    result: undefined,
  }),
};

export interface WeighBoost extends Worth {
  readonly isBoosted: boolean;
  readonly toggle: number;
}

/**
 * Brings one person's entry for a boost to what its newest toggle says. Toggles alternate, so where one has not arrived it
 * is taken for granted: every order of arrival ends in the same entry, and an older toggle never undoes a newer one.
 */
export const weighBoost: CommandDefinition<WeighBoost, void> = {
  type: 'weigh-boost',
  plan: (worth) => ({ entities: planFor(worth) }),
  decide({ isBoosted, toggle, ...worth }, view, { now }) {
    const entry = view.state<Entry | null>(entryKind, worth.entryId);
    if (!entry) {
      const first = earned(worth, dayOf(now), toggle);
      return { events: isBoosted ? [first] : [first, reversed(worth, dayOf(now), toggle)], result: undefined };
    }
    if (toggle <= entry.toggle) return { events: [], result: undefined };
    const towards = isBoosted ? restored : reversed;
    const away = isBoosted ? reversed : restored;
    const steps = entry.isLive === isBoosted ? [away, towards] : [towards];
    return { events: steps.map((step) => step(worth, entry.day, toggle)), result: undefined };
  },
};
