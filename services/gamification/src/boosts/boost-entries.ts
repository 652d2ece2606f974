import { Boosted, type EventData, type Unboosted } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { type DayChange, dayOf } from '../earned-days.js';

export type BoostDefinition = typeof Boosted | typeof Unboosted;
type BoostFact = EventData<BoostDefinition>;

export interface BoostEntry {
  readonly boostId: string;
  readonly boosterId: string;
  /** Null for anonymous content, whose share is deferred. */
  readonly ownerId: string | null;
  readonly contentType: BoostFact['contentType'];
  readonly contentId: string;
  /** The lowest toggle that has arrived, and its instant. The boost counts on that day. */
  readonly firstToggle: number;
  readonly givenAt: string;
  /** The highest toggle that has arrived, and its state. */
  readonly toggle: number;
  readonly isLive: boolean;
  /** The content is removed, so the owner's share does not count. Always false for anonymous content. */
  readonly isRemoved: boolean;
}

/**
 * Toggles may repeat and arrive in any order. Own boosts of anonymous content count: a missing entry would reveal the
 * author.
 */
export const foldBoosts = (
  known: ReadonlyMap<string, BoostEntry>,
  events: readonly StoredEvent<BoostDefinition>[],
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

/** A boost that was taken back adds 0. The row of its day stays. */
export const earnedBy = ({ boosterId, ownerId, givenAt, isLive, isRemoved }: BoostEntry): DayChange[] => {
  const share = (rule: 'boost-given' | 'boost-received', accountId: string, counts: boolean): DayChange => ({
    accountId,
    rule,
    day: dayOf(givenAt),
    amount: counts ? xpAmounts[rule] : 0,
  });
  const given = share('boost-given', boosterId, isLive);
  return ownerId === null ? [given] : [given, share('boost-received', ownerId, isLive && !isRemoved)];
};

export const dayChangesBetween = (
  before: ReadonlyMap<string, BoostEntry>,
  after: ReadonlyMap<string, BoostEntry>,
): DayChange[] =>
  [...after.values()].flatMap((entry) => {
    const earlier = before.get(entry.boostId);
    const taken = earlier ? earnedBy(earlier).map((change) => ({ ...change, amount: -change.amount })) : [];
    return [...taken, ...earnedBy(entry)];
  });
