import { AccountRegistered, type EventOf, Refusal, RoleGranted, RoleRevoked } from '@hearsay/contracts';
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
const refusalOf = (work: () => unknown): Refusal => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
};

describe('a registration', () => {
  it('names its account and claims the name regardless of case', () => {
    expect(registerAccount.plan(registration, context)).toEqual({
      aggregates: { account: [accountId] },
      claims: ['username:ada'],
    });
    expect(usernameClaim('ADA')).toBe(usernameClaim('ada'));
  });

  it('keeps the name out of the event, as words and password are rows', () => {
    const decision = registerAccount.decide(registration, viewWith(newAccount), context);
    expect(decision.events).toEqual([
      {
        type: 'AccountRegistered',
        aggregate: 'account',
        key: accountId,
        definition: AccountRegistered,
        data: { accountId, usernameTextId, isCreator: false },
        routingId: accountId,
      },
    ]);
    expect(JSON.stringify(decision.events)).not.toContain('Ada');
    expect(decision.rows).toEqual({
      texts: [{ id: usernameTextId, accountId, words: 'Ada' }],
      credentials: [{ accountId, usernameFolded: 'ada', passwordHash: '$argon2id$' }],
    });
  });

  it('has no session and no secret in the result of a repeat', () => {
    expect(registerAccount.decide(registration, viewWith(newAccount), context).result).toEqual({
      accountId,
      usernameTextId,
    });
  });

  it('is refused when the name was found to be taken', () => {
    const seen = { ...registration, passwordHash: null };
    expect(refusalOf(() => registerAccount.decide(seen, viewWith(newAccount), context)).code).toBe('conflict');
  });

  it('is refused when another account has claimed the name', () => {
    const refusal = refusalOf(() =>
      registerAccount.decide(registration, viewWith(newAccount, ['username:ada']), context),
    );
    expect(refusal).toMatchObject({ code: 'conflict', message: 'Username might already be taken' });
  });
});

describe('roles', () => {
  const fan: Account = { ...newAccount, isRegistered: true, roles: [] };
  const ambassador: Account = { ...newAccount, isRegistered: true, roles: ['ambassador'] };

  it('are granted by an event, and gateways read the person again', () => {
    const decision = setRole.decide({ accountId, role: 'ambassador', isGranted: true }, viewWith(fan), context);
    expect(decision.events.map((event) => [event.definition, event.data])).toEqual([
      [RoleGranted, { accountId, role: 'ambassador' }],
    ]);
    expect(decision.live).toEqual([{ subject: 'live.sessions', data: { tokenHash: null, accountId } }]);
    expect(decision.result).toEqual({ hasChanged: true });
  });

  it('are revoked by an event', () => {
    const decision = setRole.decide({ accountId, role: 'ambassador', isGranted: false }, viewWith(ambassador), context);
    expect(decision.events.map((event) => event.definition)).toEqual([RoleRevoked]);
    expect(decision.result).toEqual({ hasChanged: true });
  });

  it.each([
    ['granting what is there', ambassador, true],
    ['revoking what is not', fan, false],
  ])('do not change by %s', (_, account, isGranted) => {
    const decision = setRole.decide({ accountId, role: 'ambassador', isGranted }, viewWith(account), context);
    expect(decision).toEqual({ events: [], result: { hasChanged: false } });
  });

  it('cannot be given to an account that was never registered', () => {
    const refusal = refusalOf(() =>
      setRole.decide({ accountId, role: 'spotlight', isGranted: true }, viewWith(newAccount), context),
    );
    expect(refusal.code).toBe('not_found');
  });

  it('follow from the events alone', () => {
    const history: EventOf<typeof AccountRegistered | typeof RoleGranted | typeof RoleRevoked>[] = [
      { type: AccountRegistered.type, data: { accountId, usernameTextId, isCreator: false } },
      { type: RoleGranted.type, data: { accountId, role: 'ambassador' } },
      { type: RoleGranted.type, data: { accountId, role: 'spotlight' } },
      { type: RoleGranted.type, data: { accountId, role: 'spotlight' } },
      { type: RoleRevoked.type, data: { accountId, role: 'ambassador' } },
    ];
    expect(history.reduce(evolveAccount, newAccount)).toEqual({
      ...newAccount,
      isRegistered: true,
      roles: ['spotlight'],
    });
  });
});
