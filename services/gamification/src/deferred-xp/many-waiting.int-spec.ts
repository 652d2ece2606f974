import { randomUUID } from 'node:crypto';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anonymous, type GamificationUnderTest, known, questionAsked, seals, startGamification } from '../gamification.suite.js';
import { sealJson } from './sealed-json.js';

const people = 50;
/** More than two statements read. */
const rows = 5000;

describe('a pool of more than one statement reads', () => {
  let game: GamificationUnderTest;
  beforeAll(async () => {
    game = await startGamification({ caps: { 'question-posted': null } });
  });
  afterAll(() => game.stop());

  it('is paid in portions, each person once', async () => {
    const { pool } = game.service.service;
    const accounts = Array.from({ length: people }, () => randomUUID());
    const facts = Array.from({ length: rows }, (_value, index) =>
      sealJson(seals, {
        person: { authorId: known.authorIdOf(accounts[index % people]!) },
        rule: 'question-posted',
        amount: 1,
        day: '2026-11-20',
      }),
    );
    await pool.query('insert into waiting_xp (id, sealed) select gen_random_uuid(), * from unnest($1::text[])', [facts]);
    // It wakes the pool.
    const asker = randomUUID();
    await game.content.publish(questionAsked(anonymous(asker)));
    await eventually('the asker is paid', async () => (await game.xp(asker)) > 0);
    await eventually('nothing waits', async () => (await pool.query('select 1 from waiting_xp limit 1')).rows.length === 0);
    const xp = await Promise.all(accounts.map((account) => game.xp(account)));
    expect(new Set(xp)).toEqual(new Set([rows / people]));
    const entries = await pool.query<{ count: number }>('select count(*)::int as count from anonymous_entries');
    expect(entries.rows[0]!.count).toBe(people + 1);
  });
});
