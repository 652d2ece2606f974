import { identityRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { startIdentity } from '../identity.suite.js';
import { Credentials } from './credentials.js';
import { hashToken, lastUsePrecisionMs, Sessions, sessionLifetimeMs } from './sessions.js';

describe('sessions', () => {
  const test = serviceForBlock(() => startIdentity());

  it('a logout ends the session, is announced to gateways and can be repeated', async () => {
    const { person, token } = await test.register('Grace');
    const other = await test.login('Grace');
    const ended = await test.endedSessions();
    const tokenHash = hashToken(token);
    for (let round = 0; round < 2; round += 1)
      expect(await test.call(identityRpc.logout, { tokenHash }, person.id)).toEqual({});
    expect([await test.isLive(token), await test.isLive(other.token)]).toEqual([false, true]);
    await eventually('the ends are published', () => ended.length === 2);
    expect(ended[0]).toEqual({ tokenHash, accountId: null });
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
      const { pool } = test.service;
      accountId = (await test.register('Linus')).person.id;
      ({ passwordHash } = (await new Credentials(pool).findByAccount(accountId))!);
      const query = (statement: { name?: string } | string, values?: unknown[]) => {
        statements.push(typeof statement === 'string' ? statement : (statement.name ?? ''));
        return pool.query(statement as string, values);
      };
      const log = { warn: (_: unknown, text?: string) => warnings.push(text ?? '') };
      sessions = new Sessions({ pool: { query } as unknown as pg.Pool, log, now: () => now });
    });

    afterAll(() => expect(warnings).toEqual([]));

    const rowOf = async (tokenHash: string) => {
      const [row] = await test.rows<{ usedAt: string; expiresAt: string }>(
        'select last_used_at as "usedAt", expires_at as "expiresAt" from sessions where token_hash = $1',
        [tokenHash],
      );
      return row && { usedAt: Date.parse(row.usedAt), expiresAt: Date.parse(row.expiresAt) };
    };
    const open = async () => {
      now = start;
      const session = await sessions.open({ accountId, passwordHash }, null);
      statements.length = 0;
      return hashToken(session!.token);
    };

    it('a lookup within an hour of the last use costs one statement and no write', async () => {
      const tokenHash = await open();
      now = start + lastUsePrecisionMs - 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
      expect(statements).toEqual(['find-session']);
      expect((await rowOf(tokenHash))?.usedAt).toBe(start);
    });

    it('a session lives for 30 days after its last use', async () => {
      const tokenHash = await open();
      now = start + sessionLifetimeMs - 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
      const hour = start + sessionLifetimeMs - lastUsePrecisionMs;
      await eventually('the session is renewed', async () => (await rowOf(tokenHash))?.usedAt === hour);
      expect((await rowOf(tokenHash))?.expiresAt).toBe(hour + lastUsePrecisionMs + sessionLifetimeMs);
      now = start + sessionLifetimeMs + 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
    });

    it('a session ends 180 days after its sign-in, even if it is used', async () => {
      const tokenHash = await open();
      const dayMs = 24 * 60 * 60_000;
      const end = start + 180 * dayMs;
      for (let day = 20; day < 180; day += 20) {
        now = start + day * dayMs;
        expect(await sessions.find(tokenHash)).not.toBeNull();
        const expires = Math.min(now + lastUsePrecisionMs + sessionLifetimeMs, end);
        await eventually('a renewal', async () => (await rowOf(tokenHash))?.expiresAt === expires);
      }
      now = end - 1;
      expect(await sessions.find(tokenHash)).not.toBeNull();
      now = end;
      expect(await sessions.find(tokenHash)).toBeNull();
    });

    it('a session ends after 30 days without use, and the sweep deletes its row', async () => {
      const tokenHash = await open();
      now = start + sessionLifetimeMs;
      expect(await sessions.find(tokenHash)).toBeNull();
      expect(statements).toEqual(['find-session']);
      await sessions.sweep();
      expect(await rowOf(tokenHash)).toBeUndefined();
    });

    it('the sweep deletes many ended sessions in batches', async () => {
      await test.rows(
        `insert into sessions (token_hash, account_id, created_at, last_used_at, expires_at)
         select 'ended-' || number, gen_random_uuid(), now(), now(), $1 from generate_series(1, 2500) as number`,
        [new Date(start - 1)],
      );
      now = start;
      const tokenHash = await open();
      statements.length = 0;
      while (await sessions.sweep());
      expect(statements).toHaveLength(3);
      expect(await test.count(`sessions where token_hash like 'ended-%'`)).toBe(0);
      expect(await rowOf(tokenHash)).toBeDefined();
    });

    it('a late renewal does not bring back an ended session', async () => {
      const tokenHash = await open();
      now = start + lastUsePrecisionMs;
      const found = sessions.find(tokenHash);
      await sessions.end(tokenHash);
      await found;
      expect(await sessions.find(tokenHash)).toBeNull();
      expect(await rowOf(tokenHash)).toBeUndefined();
    });
  });
});
