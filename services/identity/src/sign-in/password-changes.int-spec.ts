import { randomUUID } from 'node:crypto';
import { type CallContext, identityRpc } from '@hearsay/contracts';
import { eventually, type TestService } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { register, startIdentity } from '../identity.suite.js';
import { Credentials } from '../sessions/credentials.js';
import { Passwords } from '../sessions/passwords.js';
import { hashToken, SessionEnds, Sessions } from '../sessions/sessions.js';
import { PasswordChanges } from './password-changes.js';
import type { SignIn } from './sign-in.js';

describe('a changed password during a reset by link', () => {
  let test: TestService;
  let pool: pg.Pool;
  beforeAll(async () => {
    test = await startIdentity();
    // A pool without the service's time limits, so that statements can wait for the test.
    pool = new pg.Pool({ connectionString: test.database.url });
  });
  afterAll(async () => {
    await pool.end();
    await test.stop();
  });

  const contextOf = (accountId: string | null): CallContext => ({
    correlationId: randomUUID(),
    accountId,
    deadline: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const waiting = async (): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };

  it('is set if it comes first, and then voids the link', async () => {
    const { person, token } = await register(test, 'Ada');
    const { token: link } = await test.call(identityRpc.allowReset, { username: 'Ada' }, null);
    const changes = new PasswordChanges({
      pool,
      pipeline: test.service.pipeline,
      credentials: new Credentials(pool),
      passwords: new Passwords(),
      sessions: new Sessions({ pool, log: { warn: () => undefined } }),
      signIn: { admit: () => Promise.reject(new Error('Nobody signs in by a used link')) } as unknown as SignIn,
      ends: new SessionEnds(() => undefined),
    });
    const held = await pool.connect();
    await held.query('begin');
    await held.query('select 1 from credentials where account_id = $1 for update', [person.id]);
    const body = { currentPassword: 'correct horse', newPassword: 'battery staple', tokenHash: hashToken(token) };
    const changing = changes.change(body, contextOf(person.id));
    await eventually('the change waits for the password', async () => (await waiting()) === 1);
    const resetting = changes.reset({ token: link, newPassword: 'another one', device: null }, contextOf(null));
    const results = Promise.allSettled([changing, resetting]);
    await eventually('the reset waits too', async () => (await waiting()) === 2);
    await held.query('commit');
    held.release();
    expect(await results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'not_found', message: 'This link has been used, or is too old' } },
    ]);
    expect(
      (await test.call(identityRpc.login, { username: 'Ada', password: 'battery staple', device: null }, null)).person
        .id,
    ).toBe(person.id);
  });
});
