import { Boosted, type EventData, type Unboosted } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { type DayChange, dayOf } from '../earned-days.js';

export type BoostEventDefinition = typeof Boosted | typeof Unboosted;
type BoostFact = EventData<BoostEventDefinition>;

export interface BoostEntry {
  readonly boostId: string;
  readonly boosterId: string;
  /** The content's owner. Null for anonymous content, because the XP of its author is deferred. */
  readonly ownerId: string | null;
  readonly contentType: BoostFact['contentType'];
  readonly contentId: string;
  /** The lowest toggle that has arrived. The boost counts on the day of this toggle's instant, `givenAt`. */
  readonly firstToggle: number;
  readonly givenAt: string;
  /** The highest toggle that has arrived. `isLive` is its state. */
  readonly toggle: number;
  readonly isLive: boolean;
  /** True if the content is removed, so that its owner earns nothing. Always false for anonymous content. */
  readonly isRemoved: boolean;
}

/**
 * Folds toggles, which may repeat and arrive in any order, into one entry per boost. Authors' boosts of their own
 * anonymous content also make entries, because a missing entry would reveal the author.
 */
export const foldBoosts = (
  known: ReadonlyMap<string, BoostEntry>,
  events: readonly StoredEvent<BoostEventDefinition>[],
  removed: ReadonlySet<string> = new Set(),
): Map<string, BoostEntry> => {
  const changed = new Map<string, BoostEntry>();
  for (const { type, data, meta } of events) {
    const { boostId, boosterId, owner, contentType, contentId, toggle } = data;
    if (owner.accountId === boosterId) continue;
    const isLive = type === Boosted.type;
    const first = { firstToggle: toggle, givenAt: meta.occurredAt };
    const isRemoved = owner.accountId !== null && removed.has(contentId);
    const boost = { boostId, boosterId, ownerId: owner.accountId, contentType, contentId };
    const entry = changed.get(boostId) ?? known.get(boostId) ?? { ...boost, ...first, toggle, isLive, isRemoved };
    const earlier = toggle < entry.firstToggle ? first : {};
    const newest = toggle > entry.toggle ? { toggle, isLive } : {};
    changed.set(boostId, { ...entry, ...earlier, ...newest });
  }
  return changed;
};

/** The XP of booster and owner. An undone boost adds 0, so that the row of its day stays. */
export const xpOfBoost = ({ boosterId, ownerId, givenAt, isLive, isRemoved }: BoostEntry): DayChange[] => {
  const share = (rule: 'boost-given' | 'boost-received', accountId: string, counts: boolean): DayChange => ({
    accountId,
    rule,
    day: dayOf(givenAt),
    amount: counts ? xpAmounts[rule] : 0,
  });
  const given = share('boost-given', boosterId, isLive);
  return ownerId === null ? [given] : [given, share('boost-received', ownerId, isLive && !isRemoved)];
};

/** Subtracts the XP that changed boosts gave `before`, and adds what they give `after`. */
export const dayChangesOfBoosts = (
  before: ReadonlyMap<string, BoostEntry>,
  after: ReadonlyMap<string, BoostEntry>,
): DayChange[] =>
  [...after.values()].flatMap((entry) => {
    const earlier = before.get(entry.boostId);
    const taken = earlier ? xpOfBoost(earlier).map((change) => ({ ...change, amount: -change.amount })) : [];
    return [...taken, ...xpOfBoost(entry)];
  });
