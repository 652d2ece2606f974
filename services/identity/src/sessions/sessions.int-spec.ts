import { identityRpc, type LiveSession, liveSubjects } from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { register as registerIn, startIdentity } from '../identity.suite.js';
import { Credentials } from './credentials.js';
import { hashToken, Sessions, sessionLifetimeMs, usedToTheMs } from './sessions.js';

describe('sessions', () => {
  const test = aService(() => startIdentity());

  const register = (username: string) => registerIn(test, username);
  const find = async (token: string) =>
    (await test.call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session;
  const rowOf = async (tokenHash: string) =>
    (
      await test.service.pool.query<{ usedAt: Date; expiresAt: Date }>(
        'select last_used_at as "usedAt", expires_at as "expiresAt" from sessions where token_hash = $1',
        [tokenHash],
      )
    ).rows[0];

  it('tell their account with its roles', async () => {
    const { person, token } = await register('Ada');
    expect(await find(token)).toEqual({ accountId: person.id, isAmbassador: false, isSpotlight: false });
    expect(await find('a token that was never given')).toBeNull();
  });

  it('end at logout, which gateways are told; a repeat succeeds', async () => {
    const { person, token } = await register('Grace');
    const other = await test.call(identityRpc.login, { username: 'Grace', password: 'correct horse' }, null);
    const ended: LiveSession[] = [];
    const subscription = subscribeLive<LiveSession>(
      test.connection,
      `${test.prefix}${liveSubjects.sessions}`,
      (message) => ended.push(message),
    );
    const tokenHash = hashToken(token);
    for (let round = 0; round < 2; round += 1)
      expect(await test.call(identityRpc.logout, { tokenHash }, person.id)).toEqual({});
    expect(await find(token)).toBeNull();
    expect(await find(other.token)).not.toBeNull();
    await eventually('the ends are published', () => ended.length === 2);
    expect(ended[0]).toEqual({ tokenHash, accountId: null });
    subscription.unsubscribe();
  });

  describe('over time', () => {
    const start = Date.parse('2026-05-01T00:00:00.000Z');
    let now = start;
    const statements: string[] = [];
    const warnings: string[] = [];
    let sessions: Sessions;
    let accountId: string;
    let passwordHash: string;

    beforeAll(async () => {
      accountId = (await register('Linus')).person.id;
      ({ passwordHash } = (await new Credentials(test.service.pool).byAccount(accountId))!);
      const counted = {
        query: (statement: { name?: string } | string, values?: unknown[]) => {
          statements.push(typeof statement === 'string' ? statement : (statement.name ?? ''));
          return test.service.pool.query(statement as string, values);
        },
      } as unknown as pg.Pool;
      sessions = new Sessions({
        pool: counted,
        log: { warn: (_: unknown, text?: string) => warnings.push(text ?? '') },
        now: () => now,
      });
    });

    afterAll(() => expect(warnings).toEqual([]));

    const open = async () => {
      now = start;
      const { row } = sessions.issue(accountId, null);
      expect(await sessions.open(row, passwordHash)).toBe(true);
      statements.length = 0;
      return row.tokenHash;
    };

    it('cost one statement and no write within an hour of the last use', async () => {
      const tokenHash = await open();
      now = start + usedToTheMs - 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
      expect(statements).toEqual(['find-session']);
      expect((await rowOf(tokenHash))?.usedAt.getTime()).toBe(start);
    });

    it('live 30 days from their last use', async () => {
      const tokenHash = await open();
      now = start + sessionLifetimeMs - 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
      const hour = start + sessionLifetimeMs - usedToTheMs;
      await eventually('the session is renewed', async () => (await rowOf(tokenHash))?.usedAt.getTime() === hour);
      expect((await rowOf(tokenHash))?.expiresAt.getTime()).toBe(hour + usedToTheMs + sessionLifetimeMs);
      now = start + sessionLifetimeMs + 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
    });

    it('end 180 days after their sign-in, also with use', async () => {
      const tokenHash = await open();
      const dayMs = 24 * 60 * 60_000;
      const end = start + 180 * dayMs;
      for (let day = 20; day < 180; day += 20) {
        now = start + day * dayMs;
        expect(await sessions.find(tokenHash)).not.toBeNull();
        const expires = Math.min(now + usedToTheMs + sessionLifetimeMs, end);
        await eventually(
          'the session is renewed',
          async () => (await rowOf(tokenHash))?.expiresAt.getTime() === expires,
        );
      }
      now = end - 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
      now = end;
      expect(await sessions.find(tokenHash)).toBeNull();
    });

    it('end after 30 days without use, and their rows are swept', async () => {
      const tokenHash = await open();
      now = start + sessionLifetimeMs;
      expect(await sessions.find(tokenHash)).toBeNull();
      expect(statements).toEqual(['find-session']);
      await sessions.sweep();
      expect(await rowOf(tokenHash)).toBeUndefined();
    });

    it('are swept in portions, also if many have ended', async () => {
      await test.service.pool.query(
        `insert into sessions (token_hash, account_id, created_at, last_used_at, expires_at)
         select 'ended-' || number, gen_random_uuid(), now(), now(), $1 from generate_series(1, 2500) as number`,
        [new Date(start - 1)],
      );
      now = start;
      const tokenHash = await open();
      statements.length = 0;
      while (await sessions.sweep());
      expect(statements).toHaveLength(3);
      expect((await test.service.pool.query(`select from sessions where token_hash like 'ended-%'`)).rowCount).toBe(0);
      expect(await rowOf(tokenHash)).toBeDefined();
    });

    it('are not brought back by a late renewal after their end', async () => {
      const tokenHash = await open();
      now = start + usedToTheMs;
      const found = sessions.find(tokenHash);
      await sessions.end(tokenHash);
      await found;
      expect(await sessions.find(tokenHash)).toBeNull();
      expect(await rowOf(tokenHash)).toBeUndefined();
    });
  });
});
