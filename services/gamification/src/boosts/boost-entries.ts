import { Boosted, type EventData, type Unboosted } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { type DayChange, dayOf } from '../earned-days.js';

export type BoostDefinition = typeof Boosted | typeof Unboosted;
type BoostFact = EventData<BoostDefinition>;

/** What one boost earns its booster and, where it is named, the owner of what was boosted. A row of `boost_entries`. */
export interface BoostEntry {
  readonly boostId: string;
  readonly boosterId: string;
  /** Null for anonymous content: its owner's share is deferred. */
  readonly ownerId: string | null;
  readonly contentType: BoostFact['contentType'];
  readonly contentId: string;
  /** The first toggle that arrived until now, and its instant: a boost counts on the day on which it was first given. */
  readonly firstToggle: number;
  readonly givenAt: string;
  /** The newest toggle that arrived until now, and what it says. */
  readonly toggle: number;
  readonly isLive: boolean;
  /** The content is removed: its owner's share does not count. False where that share is deferred. */
  readonly isRemoved: boolean;
}

/**
 * The entries that these events change, by boost id, however often and in whatever order toggles arrive. Boosting one's own named
 * content earns nothing; whose an anonymous content is must not be given away by a boost that is missing here.
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
    const entry = changed.get(boostId) ??
      known.get(boostId) ?? {
        boostId,
        boosterId,
        ownerId: owner.accountId,
        contentType,
        contentId,
        firstToggle: toggle,
        givenAt: meta.occurredAt,
        toggle,
        isLive,
        isRemoved: owner.accountId !== null && removed.has(contentId),
      };
    const first = toggle < entry.firstToggle ? { firstToggle: toggle, givenAt: meta.occurredAt } : {};
    const newest = toggle > entry.toggle ? { toggle, isLive } : {};
    changed.set(boostId, { ...entry, ...first, ...newest });
  }
  return changed;
};

/** What an entry adds to its people's days: nothing when it was taken back, but a day that had it keeps its row. */
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

/** What changes when entries become others; entries are matched by boost id. */
export const movedBy = (before: ReadonlyMap<string, BoostEntry>, after: ReadonlyMap<string, BoostEntry>): DayChange[] =>
  [...after.values()].flatMap((entry) => {
    const earlier = before.get(entry.boostId);
    const taken = earlier ? earnedBy(earlier).map((change) => ({ ...change, amount: -change.amount })) : [];
    return [...taken, ...earnedBy(entry)];
  });
