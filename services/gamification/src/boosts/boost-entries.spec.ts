import { Boosted, type Owner, Unboosted } from '@hearsay/contracts';
import type { StoredEvent } from '@hearsay/event-store';
import { describe, expect, it } from '@jest/globals';
import { sumPerDay } from '../earned-days.js';
import { seededShuffle } from '../ledger/seeded-shuffle.suite.js';
import {
  type BoostEntry,
  type BoostEventDefinition,
  dayChangesOfBoosts,
  foldBoosts,
  xpOfBoost,
} from './boost-entries.js';

const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [booster, author, content] = [id(1), id(2), id(3)];
const named = (accountId: string): Owner => ({ accountId, sealed: null });
const anonymous: Owner = { accountId: null, sealed: 'sealed' };

const toggled = (
  toggle: number,
  day = 20,
  owner: Owner = named(author),
  boost = 9,
): StoredEvent<BoostEventDefinition> =>
  ({
    type: toggle % 2 === 1 ? Boosted.type : Unboosted.type,
    data: { boostId: id(boost), boosterId: booster, contentType: 'question', contentId: content, owner, toggle },
    meta: { occurredAt: `2026-11-${day}T23:59:59.999Z` },
  }) as unknown as StoredEvent<BoostEventDefinition>;
const nothing = new Map<string, BoostEntry>();

describe('the XP of boosts', () => {
  it('the XP of a boost counts on its UTC day, and an undo subtracts it on this day', () => {
    const given = foldBoosts(nothing, [toggled(1)]);
    expect(dayChangesOfBoosts(nothing, given)).toEqual([
      { accountId: booster, rule: 'boost-given', day: '2026-11-20', amount: 5 },
      { accountId: author, rule: 'boost-received', day: '2026-11-20', amount: 3 },
    ]);
    expect(sumPerDay(dayChangesOfBoosts(given, foldBoosts(given, [toggled(2, 21)])))).toEqual([
      { accountId: booster, rule: 'boost-given', day: '2026-11-20', amount: -5 },
      { accountId: author, rule: 'boost-received', day: '2026-11-20', amount: -3 },
    ]);
  });

  it('a boost of anonymous content makes XP only for the booster', () => {
    expect([...foldBoosts(nothing, [toggled(1, 20, anonymous)]).values()].flatMap(xpOfBoost)).toEqual([
      { accountId: booster, rule: 'boost-given', day: '2026-11-20', amount: 5 },
    ]);
  });

  it('a boost of removed content is marked as removed, unless the author is anonymous', () => {
    const removed = new Set([content]);
    for (const [owner, isRemoved] of [
      [named(author), true],
      [anonymous, false],
    ] as const)
      expect([...foldBoosts(nothing, [toggled(1, 20, owner)], removed).values()]).toMatchObject([{ isRemoved }]);
  });

  it('a boost of one’s own named content makes no entry', () => {
    expect(foldBoosts(nothing, [toggled(1, 20, named(booster))]).size).toBe(0);
  });

  it('XP is the same for any order, grouping and repetition of toggles', () => {
    const toggles = [toggled(1, 20), toggled(2, 21), toggled(3, 22), toggled(4, 23), toggled(5, 24)];
    for (let seed = 1; seed <= 50; seed += 1) {
      const arriving = seededShuffle([...toggles, ...toggles], seed);
      let known = new Map<string, BoostEntry>();
      const cut = seed % arriving.length;
      for (const group of [arriving.slice(0, cut), arriving.slice(cut)])
        known = new Map([...known, ...foldBoosts(known, group)]);
      expect([...known.values()]).toMatchObject([
        { firstToggle: 1, givenAt: '2026-11-20T23:59:59.999Z', toggle: 5, isLive: true },
      ]);
    }
  });
});
