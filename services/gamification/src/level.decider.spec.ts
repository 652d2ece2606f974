import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { accountKind } from './ledger.entities.js';
import { settleLevel, xpOf } from './level.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const decide = (counted: number, level: number) =>
  settleLevel
    .decide({ accountId }, viewOf([{ kind: accountKind, key: accountId, state: { counted, level, revision: 4 } }]), {
      now: '2026-11-20T10:00:00.000Z',
      accountId: null,
    })
    .events.map((event) => event.data);

describe('a level', () => {
  it('rises with the XP, over several levels at once if need be', () => {
    expect(decide(260, 1)).toEqual([{ accountId, level: 3, previousLevel: 1, revision: 5 }]);
  });

  it('falls after a reversal', () => {
    expect(decide(99, 2)).toEqual([{ accountId, level: 1, previousLevel: 2, revision: 5 }]);
  });

  it('says nothing while it stays', () => {
    expect(decide(100, 2)).toEqual([]);
  });

  it('is never below the first, and XP never below 0', () => {
    expect(decide(-50, 1)).toEqual([]);
    expect(xpOf(-50)).toBe(0);
  });
});
