import { AccountRegistered, type EventOf, RoleGranted, RoleRevoked } from '@hearsay/contracts';
import { viewOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type Account,
  accountAggregate,
  evolveAccount,
  newAccount,
  registerAccount,
  setRole,
  usernameClaim,
} from './account.decider.js';

const accountId = '01930000-0000-7000-8000-000000000001';
const usernameTextId = '01930000-0000-7000-8000-000000000002';
const context = { now: '2026-11-21T10:00:00.000Z', accountId };
const registration = { accountId, usernameTextId, username: 'Ada', passwordHash: '$argon2id$', isCreator: false };

const viewWith = (state: Account, lostClaims: string[] = []) =>
  viewOf([{ aggregate: accountAggregate, key: accountId, state }], lostClaims);

describe('a registration', () => {
  const register = (input: Parameters<typeof registerAccount.decide>[0] = registration, lostClaims: string[] = []) =>
    registerAccount.decide(input, viewWith(newAccount, lostClaims), context);

  it('names its account and claims the name regardless of case', () => {
    expect(registerAccount.plan(registration, context)).toEqual({
      aggregates: { account: [accountId] },
      claims: ['username:ada'],
    });
    expect(usernameClaim('ADA')).toBe(usernameClaim('ada'));
  });

  it('keeps the name out of event and result, as words and password are rows', () => {
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
  ])('are %s by an event, and gateways read the person again', (_what, account, isGranted, definition) => {
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
  ])('do not change by %s', (_, account, isGranted) => {
    expect(set(account, isGranted)).toEqual({ events: [], result: { hasChanged: false } });
  });

  it('cannot be given to an account that was never registered', () => {
    expect(() => set(newAccount, true)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('follow from the events alone', () => {
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
