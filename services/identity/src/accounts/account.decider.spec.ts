import { AccountRegistered, type EventOf, RoleGranted, RoleRevoked } from '@hearsay/contracts';
import { batchViewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type Account,
  accountAggregate,
  eraseAccount,
  evolveAccount,
  hideAccount,
  newAccount,
  registerAccount,
  setRole,
  showAccount,
  usernameClaim,
} from './account.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const usernameTextId = '01930000-0000-7000-8000-000000000002';
const context = { now: '2026-11-21T10:00:00.000Z', accountId };
const registration = {
  accountId,
  usernameTextId,
  username: 'Ada',
  passwordHash: '$argon2id$',
  isCreator: false,
  founderLink: null,
};

const viewWith = (state: Account, lostClaims: string[] = []) =>
  batchViewOf([{ aggregate: accountAggregate, key: accountId, state }], lostClaims);

describe('a registration', () => {
  const register = (input: Parameters<typeof registerAccount.decide>[0] = registration, lostClaims: string[] = []) =>
    registerAccount.decide(input, viewWith(newAccount, lostClaims), context);

  it('a registration claims the name regardless of case, and returns the account id', () => {
    expect(registerAccount.plan(registration, context)).toEqual({
      aggregates: { account: [accountId] },
      claims: ['username:ada'],
    });
    expect(usernameClaim('ADA')).toBe(usernameClaim('ada'));
  });

  it('a registration writes name and password hash to rows only', () => {
    const { events, rows, result } = register();
    const envelope = { type: 'AccountRegistered', aggregate: 'account', key: accountId };
    const data = { accountId, usernameTextId, isCreator: false };
    expect(events).toEqual([{ ...envelope, definition: AccountRegistered, data }]);
    expect(rows).toEqual({
      texts: [{ id: usernameTextId, accountId, words: 'Ada' }],
      credentials: [{ accountId, usernameFolded: 'ada', passwordHash: '$argon2id$' }],
    });
    expect(result).toEqual({ accountId, usernameTextId });
  });

  it.each([
    ['the name was found to be taken', { ...registration, passwordHash: null }, []],
    ['another account has claimed the name', registration, ['username:ada']],
  ])('is refused when %s', (_when, input, lostClaims) => {
    expect(() => register(input, lostClaims)).toThrow(
      expect.objectContaining({ code: 'conflict', message: 'Username might already be taken' }),
    );
  });
});

describe('roles', () => {
  const fan: Account = { ...newAccount, isRegistered: true };
  const ambassador: Account = { ...fan, roles: ['ambassador'] };
  const set = (state: Account, isGranted: boolean) =>
    setRole.decide({ accountId, role: 'ambassador', isGranted }, viewWith(state), context);

  it.each([
    ['granted', fan, true, RoleGranted],
    ['revoked', ambassador, false, RoleRevoked],
  ])('are %s by an event, which makes gateways read the person again', (_what, account, isGranted, definition) => {
    const { events, live, result } = set(account, isGranted);
    expect(events.map((event) => [event.definition, event.data])).toEqual([
      [definition, { accountId, role: 'ambassador' }],
    ]);
    expect(live).toEqual([{ subject: 'live.sessions', data: { tokenHash: null, accountId } }]);
    expect(result).toEqual({ hasChanged: true });
  });

  it.each([
    ['granting what is there', ambassador, true],
    ['revoking what is not', fan, false],
  ])('are not changed by %s', (_, account, isGranted) => {
    expect(set(account, isGranted)).toEqual({ events: [], result: { hasChanged: false } });
  });

  it('a role cannot be given to an account that was never registered', () => {
    expect(() => set(newAccount, true)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('a replay of the events gives the same roles', () => {
    const turned = (definition: typeof RoleGranted | typeof RoleRevoked, role: 'ambassador' | 'spotlight') => ({
      type: definition.type,
      data: { accountId, role },
    });
    const history = [
      { type: AccountRegistered.type, data: { accountId, usernameTextId, isCreator: false } },
      turned(RoleGranted, 'ambassador'),
      turned(RoleGranted, 'spotlight'),
      turned(RoleGranted, 'spotlight'),
      turned(RoleRevoked, 'ambassador'),
    ] as EventOf<typeof AccountRegistered | typeof RoleGranted | typeof RoleRevoked>[];
    expect(history.reduce(evolveAccount, newAccount)).toEqual({ ...fan, roles: ['spotlight'] });
  });
});

const [removalId, anotherId] = ['01930000-0000-7000-8000-000000000003', '01930000-0000-7000-8000-000000000004'];
const shown: Account = { ...newAccount, isRegistered: true, roles: ['ambassador'], revision: 4 };
const hidden: Account = { ...shown, removalId, revision: 5 };
const facts = (decision: { events: readonly { type: string; data: object }[] }) =>
  decision.events.map(({ type, data }) => [type, data]);

describe('a deleted account', () => {
  it('a deleted account is hidden by one event, and can be restored for 72 hours', () => {
    const decision = hideAccount.decide({ accountId, removalId }, viewWith(shown), context);
    expect(facts(decision)).toEqual([['AccountHidden', { accountId, removalId, revision: 5 }]]);
    expect(decision.result).toEqual({ removalId, undoUntil: '2026-11-24T10:00:00.000Z' });
    expect(decision.live).toEqual([{ subject: 'live.sessions', data: { tokenHash: null, accountId } }]);
  });

  it.each([
    ['hidden', hidden],
    ['nobody', newAccount],
  ])('an account that is %s cannot be deleted', (_what, state) => {
    expect(() => hideAccount.decide({ accountId, removalId: anotherId }, viewWith(state), context)).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });

  it('an account is restored under the removal id that hid it', () => {
    const decision = showAccount.decide({ accountId }, viewWith(hidden), context);
    expect(facts(decision)).toEqual([['AccountShown', { accountId, removalId, revision: 6 }]]);
    expect(decision.result).toEqual({ isThere: true });
    for (const [state, isThere] of [
      [shown, true],
      [newAccount, false],
    ] as const)
      expect(showAccount.decide({ accountId }, viewWith(state), context)).toEqual({ events: [], result: { isThere } });
  });

  it('an account is erased only while the removal with this id hides it', () => {
    const decision = eraseAccount.decide({ accountId, removalId }, viewWith(hidden), context);
    expect(facts(decision)).toEqual([['AccountErased', { accountId, removalId, revision: 6 }]]);
    expect(decision.rows).toEqual({ erasedAccounts: [{ accountId }] });
    for (const state of [shown, { ...hidden, removalId: anotherId }])
      expect(eraseAccount.decide({ accountId, removalId }, viewWith(state), context)).toEqual({
        events: [],
        result: { isErased: false },
      });
  });

  it('a restored account still has its roles, and an erased account has none', () => {
    const back = evolveAccount(hidden, { type: 'AccountShown', data: { accountId, removalId, revision: 6 } });
    expect(back).toEqual({ ...shown, revision: 6 });
    expect(evolveAccount(hidden, { type: 'AccountErased', data: { accountId, removalId, revision: 6 } })).toEqual({
      ...newAccount,
      revision: 6,
    });
  });
});
