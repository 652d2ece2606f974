import { type EventOf, XpEarned, XpRestored, XpReversed, type XpRule } from '@hearsay/contracts';
import { eventsOf } from '@hearsay/event-store';
import { dailyCounted, defaultDailyCaps } from '@hearsay/game-rules';
import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { accountAggregate, dayAggregate, entryAggregate } from './ledger.aggregates.js';
import { earnXp, unboostedBecause, type WeighBoost, weighBoost } from './ledger.decider.js';
import { dayKey, type Entry, type EntryDefinition, newAccount } from './ledger.states.js';
import { seededShuffle } from './seeded-shuffle.suite.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const contentId = '01930000-0000-7000-8000-000000000002';
const entryOf = (number: number) => `01930000-0000-8000-8000-${String(number).padStart(12, '0')}`;
const context = (now: string) => ({ now, accountId: null });

const boost = (toggle: number, isBoosted: boolean, number = 1): WeighBoost => ({
  shares: [{ entryId: entryOf(number), accountId, rule: 'boost-given', amount: 5 }],
  contentType: 'question',
  contentId,
  toggle,
  isBoosted,
  caps: defaultDailyCaps,
});

interface Act {
  readonly input: WeighBoost;
  readonly at: string;
}

const daysOf = (rule: XpRule) =>
  ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => ({ aggregate: dayAggregate, key: dayKey({ accountId, rule, day }), state: 0 }));

/** Decides the acts in the order given, each on the state that the events before it have left. */
const decideAll = (acts: readonly Act[]) => {
  const entries = new Map<string, Entry | null>();
  const events: EventOf<EntryDefinition>[] = [];
  for (const { input, at } of acts) {
    const { entryId } = input.shares[0]!;
    const view = viewOf([
      { aggregate: entryAggregate, key: entryId, state: entries.get(entryId) ?? null },
      { aggregate: accountAggregate, key: accountId, state: newAccount },
      ...daysOf('boost-given'),
    ]);
    for (const event of eventsOf(weighBoost.decide(input, view, context(at)).events, XpEarned, XpReversed, XpRestored)) {
      entries.set(entryId, entryAggregate.evolve(entries.get(entryId) ?? null, event));
      events.push(event);
    }
  }
  return { entries, events };
};

const types = (acts: readonly Act[]) => decideAll(acts).events.map((event) => event.type);
const at = '2026-11-20T10:00:00.000Z';

describe('the XP of a boost', () => {
  it('is earned, reversed and restored with its toggles', () => {
    const acts = [boost(1, true), boost(2, false), boost(3, true)].map((input) => ({ input, at }));
    expect(types(acts)).toEqual([XpEarned.type, XpReversed.type, XpRestored.type]);
  });

  it('says why it was reversed', () => {
    const [, reversal] = decideAll([boost(1, true), boost(2, false)].map((input) => ({ input, at }))).events;
    expect(reversal?.data).toEqual({
      entryId: entryOf(1),
      accountId,
      rule: 'boost-given',
      amount: 5,
      day: '2026-11-20',
      toggle: 2,
      because: unboostedBecause,
    });
  });

  it('changes nothing when it is told again', () => {
    const published = [boost(1, true), boost(2, false)].map((input) => ({ input, at }));
    expect(types([...published, ...published])).toEqual([XpEarned.type, XpReversed.type]);
  });

  it('counts a restored entry on the day of the first boost, so that nobody beats a cap by boosting again', () => {
    const { events } = decideAll([
      { input: boost(1, true), at },
      { input: boost(2, false), at: '2026-11-21T10:00:00.000Z' },
      { input: boost(3, true), at: '2026-11-22T10:00:00.000Z' },
    ]);
    expect(events.map((event) => event.data.day)).toEqual(['2026-11-20', '2026-11-20', '2026-11-20']);
  });

  it('does not let an older toggle undo a newer one', () => {
    const acts = [boost(3, true), boost(2, false), boost(1, true)].map((input) => ({ input, at }));
    expect(types(acts)).toEqual([XpEarned.type]);
  });

  it('is never live when the boost was taken back before it was heard of', () => {
    const { events, entries } = decideAll([boost(2, false), boost(1, true)].map((input) => ({ input, at })));
    expect(events.map((event) => event.type)).toEqual([XpEarned.type, XpReversed.type]);
    expect(entries.get(entryOf(1))).toMatchObject({ isLive: false, toggle: 2 });
  });

  it('ends in the same totals whatever the order of arrival', () => {
    const days = ['2026-11-20', '2026-11-21'];
    const caps = { ...defaultDailyCaps, 'boost-given': 40 };
    // 30 pairs with one to four toggles each, all toggles of a pair on one day.
    const acts = Array.from({ length: 30 }, (_, number) =>
      Array.from({ length: 1 + (number % 4) }, (_unused, index) => ({
        input: boost(index + 1, index % 2 === 0, number),
        at: `${days[number % 2]}T10:00:00.000Z`,
      })),
    ).flat();

    const totals = (order: readonly Act[]) => {
      const { events } = decideAll(order);
      const live = new Map<string, { amount: number; day: string }>();
      for (const { type, data } of events) {
        if (type === XpReversed.type) live.delete(data.entryId);
        else live.set(data.entryId, data);
      }
      return days.map((day) =>
        dailyCounted(
          [...live.values()].filter((entry) => entry.day === day).map((entry) => entry.amount),
          caps['boost-given'],
        ),
      );
    };

    const inOrder = totals(acts);
    expect(inOrder).toEqual([40, 0]);
    for (let seed = 1; seed <= 200; seed += 1) expect(totals(seededShuffle(acts, seed))).toEqual(inOrder);
  });
});

describe('the XP of a post', () => {
  const input = {
    entryId: entryOf(1),
    accountId,
    rule: 'answer-given' as const,
    amount: 15,
    contentType: 'discussion' as const,
    contentId,
    claim: 'answer-given:x',
    caps: defaultDailyCaps,
  };
  const view = (lost: string[]) =>
    viewOf(
      [
        { aggregate: entryAggregate, key: input.entryId, state: null },
        { aggregate: accountAggregate, key: accountId, state: newAccount },
        ...daysOf('answer-given'),
      ],
      lost,
    );

  it('is earned on the UTC day of the act', () => {
    const { events } = earnXp.decide(input, view([]), context('2026-11-20T23:59:59.999Z'));
    expect(events.map((event) => event.data)).toEqual([
      {
        entryId: input.entryId,
        accountId,
        rule: 'answer-given',
        amount: 15,
        day: '2026-11-20',
        contentType: 'discussion',
        contentId,
        toggle: null,
      },
    ]);
  });

  it('is earned once: who finds the claim taken gets nothing', () => {
    expect(earnXp.decide(input, view(['answer-given:x']), context(at)).events).toEqual([]);
  });
});
