import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { checkSessions } from './database.js';

/** A pool whose clients have these sessions, in this order. Null means that the server is away. */
const poolOf = (...sessions: (number | null)[]) => {
  const released: (number | null)[] = [];
  const pool = {
    async connect() {
      const pid = sessions.shift() ?? null;
      if (pid === null) throw new Error('connect ECONNREFUSED');
      return { query: async () => ({ rows: [{ pid }] }), release: () => released.push(pid) };
    },
  };
  return { released, pool: pool as unknown as pg.Pool };
};

describe('checkSessions', () => {
  it('a pooler that gives one session to two clients is refused', async () => {
    const { released, pool } = poolOf(7, 7);
    await expect(checkSessions(pool)).rejects.toThrow(
      /^PostgreSQL at DATABASE_URL refuses: .*pooler.* holds no locks\. Lead to PostgreSQL itself, or to a pooler in session mode\.$/,
    );
    expect(released).toEqual([7, 7]);
  });

  it.each([
    ['takes two sessions', [7, 8], [7, 8]],
    ['says nothing of a server that is away', [null], []],
    ['says nothing of a server that has one connection left', [7, null], [7]],
  ])('%s', async (_name, sessions, expected) => {
    const { released, pool } = poolOf(...sessions);
    await checkSessions(pool);
    expect(released).toEqual(expected);
  });
});
