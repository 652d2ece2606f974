import { LevelChanged, XpEarned, XpReversed, type XpRule } from '@hearsay/contracts';
import { type NewEvent, newEvent } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { accountAggregate, dayAggregate, entryAggregate } from './ledger.aggregates.js';
import { type Account, dayKey, type EntryDefinition, newAccount } from './ledger.states.js';
import { withLevel, xpOf } from './level.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const entryId = '01930000-0000-8000-8000-000000000002';
const day = '2026-11-20';

const fact = (amount: number, rule: XpRule = 'operator-grant', definition = XpEarned as typeof XpEarned | typeof XpReversed) =>
  newEvent(
    definition,
    { entryId, accountId, rule, amount, day, toggle: null, contentType: null, contentId: null, because: 'The boost was taken back' },
    { aggregate: entryAggregate, key: entryId, routingId: accountId },
  );

/** What is said of the level after the facts; `days`: live sums before them. */
const levels = (account: Partial<Account>, facts: readonly NewEvent<EntryDefinition>[], days: Partial<Record<XpRule, number>> = {}) => {
  const rules: readonly XpRule[] = ['operator-grant', 'boost-given', 'boost-received'];
  const view = viewOf([
    { aggregate: accountAggregate, key: accountId, state: { ...newAccount, revision: 4, ...account } },
    ...rules.map((rule) => ({ aggregate: dayAggregate, key: dayKey({ accountId, rule, day }), state: days[rule] ?? 0 })),
  ]);
  return withLevel(facts, view, defaultDailyCaps)
    .filter((event) => event.definition === LevelChanged)
    .map((event) => event.data);
};

describe('a level', () => {
  it('rises with the XP, over several levels at once if need be', () => {
    expect(levels({ counted: 0 }, [fact(260)])).toEqual([{ accountId, level: 3, previousLevel: 1, revision: 5 }]);
  });

  it('falls after a reversal', () => {
    const reversal = fact(5, 'boost-given', XpReversed);
    expect(levels({ counted: 104, level: 2 }, [reversal], { 'boost-given': 104 })).toEqual([
      { accountId, level: 1, previousLevel: 2, revision: 5 },
    ]);
  });

  it('says nothing while it stays, also when facts make up for each other', () => {
    expect(levels({ counted: 100, level: 2 }, [fact(1)])).toEqual([]);
    const rules = 'boost-received';
    expect(levels({ counted: 100, level: 2 }, [fact(3, rules, XpReversed), fact(3, rules)], { [rules]: 100 })).toEqual([]);
    expect(levels({ counted: 100, level: 2 }, [])).toEqual([]);
  });

  it('is never below the first, and XP never below 0', () => {
    expect(levels({ counted: 0 }, [fact(-50)])).toEqual([]);
    expect(xpOf(-50)).toBe(0);
  });

  it('counts what the batch has added before, and of a day no more than its cap', () => {
    const given = dayKey({ accountId, rule: 'boost-given', day });
    expect(levels({ counted: 90, added: { [given]: 5 } }, [fact(5, 'boost-given')], { 'boost-given': 90 })).toHaveLength(1);
    expect(levels({ counted: 95, added: { [given]: 5 } }, [fact(5, 'boost-given')], { 'boost-given': 500 })).toEqual([]);
    expect(levels({ counted: 95 }, [fact(5, 'boost-received')], { 'boost-received': 5000 })).toHaveLength(1);
  });

  it('lets a capped entry count when another one is reversed', () => {
    expect(levels({ counted: 100, level: 2 }, [fact(5, 'boost-given', XpReversed)], { 'boost-given': 505 })).toEqual([]);
  });

  it('is as unlinked from its cause as the fact that moves it', () => {
    const view = viewOf([
      { aggregate: accountAggregate, key: accountId, state: newAccount },
      { aggregate: dayAggregate, key: dayKey({ accountId, rule: 'operator-grant', day }), state: 0 },
    ]);
    const [, change] = withLevel([{ ...fact(100), isAnonymous: true, isUnlinked: true }], view, defaultDailyCaps);
    expect(change).toMatchObject({ definition: LevelChanged, isAnonymous: true, isUnlinked: true });
  });
});
