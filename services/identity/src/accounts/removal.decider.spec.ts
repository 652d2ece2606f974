import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type Account,
  accountAggregate,
  eraseAccount,
  evolveAccount,
  hideAccount,
  newAccount,
  showAccount,
} from './account.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const [removalId, anotherId] = ['01930000-0000-7000-8000-000000000002', '01930000-0000-7000-8000-000000000003'];
const context = { now: '2026-11-21T10:00:00.000Z', accountId };

const shown: Account = { ...newAccount, isRegistered: true, roles: ['ambassador'], revision: 4 };
const hidden: Account = { ...shown, removalId, revision: 5 };
const viewWith = (state: Account) => viewOf([{ aggregate: accountAggregate, key: accountId, state }]);
const facts = (decision: { events: readonly { type: string; data: object }[] }) =>
  decision.events.map(({ type, data }) => [type, data]);

describe('a deleted account', () => {
  it('is hidden by one event, with 72 hours to return', () => {
    const decision = hideAccount.decide({ accountId, removalId }, viewWith(shown), context);
    expect(facts(decision)).toEqual([['AccountHidden', { accountId, removalId, revision: 5 }]]);
    expect(decision.result).toEqual({ removalId, undoUntil: '2026-11-24T10:00:00.000Z' });
    expect(decision.live).toEqual([{ subject: 'live.sessions', data: { tokenHash: null, accountId } }]);
  });

  it.each([
    ['hidden', hidden],
    ['nobody', newAccount],
  ])('that is %s cannot be deleted', (_what, state) => {
    expect(() => hideAccount.decide({ accountId, removalId: anotherId }, viewWith(state), context)).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('returns under the removal that hid it', () => {
    const decision = showAccount.decide({ accountId }, viewWith(hidden), context);
    expect(facts(decision)).toEqual([['AccountShown', { accountId, removalId, revision: 6 }]]);
    expect(decision.result).toEqual({ isThere: true });
    for (const [state, isThere] of [
      [shown, true],
      [newAccount, false],
    ] as const)
      expect(showAccount.decide({ accountId }, viewWith(state), context)).toEqual({ events: [], result: { isThere } });
  });

  it('is erased with its rows, but only while it is hidden by that removal', () => {
    const decision = eraseAccount.decide({ accountId, removalId }, viewWith(hidden), context);
    expect(facts(decision)).toEqual([['AccountErased', { accountId, removalId, revision: 6 }]]);
    expect(decision.rows).toEqual({ erasedAccounts: [{ accountId }] });
    for (const state of [shown, { ...hidden, removalId: anotherId }])
      expect(eraseAccount.decide({ accountId, removalId }, viewWith(state), context)).toEqual({
        events: [],
        result: { isErased: false },
      });
  });

  it('has its roles again when it returns, and none after an erasure', () => {
    const back = evolveAccount(hidden, { type: 'AccountShown', data: { accountId, removalId, revision: 6 } });
    expect(back).toEqual({ ...shown, revision: 6 });
    expect(evolveAccount(hidden, { type: 'AccountErased', data: { accountId, removalId, revision: 6 } })).toEqual({
      ...newAccount,
      revision: 6,
    });
  });
});
