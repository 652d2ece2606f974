import { identityRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { contextOf, secondProcessOn, startIdentity } from '../identity.suite.js';
import { hashToken } from '../sessions/sessions.js';
import { PasswordChanges } from './password-changes.js';
import type { SignIn } from './sign-in.js';

describe('a password change during a reset by link', () => {
  let pool: pg.Pool;
  // This hook is registered first, so that it runs before the service drops its database.
  afterAll(() => pool.end());
  const test = serviceForBlock(() => startIdentity());
  beforeAll(() => {
    // A pool without the service's time limits, so that statements can wait for the test.
    pool = new pg.Pool({ connectionString: test.database.url });
  });

  const areWaiting = (count: number) => eventually(`${count} wait`, async () => (await test.countWaiting()) === count);

  it('a password change that commits before a reset succeeds, and the reset is refused', async () => {
    const { person, token } = await test.register('Ada');
    const { token: link } = await test.call(identityRpc.allowReset, { username: 'Ada' }, null);
    const signIn = {
      openSession: () => Promise.reject(new Error('Nobody signs in by a used link')),
    } as unknown as SignIn;
    const changes = new PasswordChanges({
      ...secondProcessOn({ ...test, service: { ...test.service, pool } }),
      signIn,
    });
    const held = await pool.connect();
    await held.query('begin');
    await held.query('select 1 from credentials where account_id = $1 for update', [person.id]);
    const body = { currentPassword: 'correct horse', newPassword: 'battery staple', tokenHash: hashToken(token) };
    const changing = changes.changePassword(body, contextOf(person.id, 60));
    await areWaiting(1);
    const resetting = changes.resetPassword(
      { token: link, newPassword: 'another one', device: null },
      contextOf(null, 60),
    );
    const results = Promise.allSettled([changing, resetting]);
    await areWaiting(2);
    await held.query('commit');
    held.release();
    expect(await results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'not_found', message: 'This link has been used, or is too old' } },
    ]);
    expect((await test.login('Ada', 'battery staple')).person.id).toBe(person.id);
  });
});
