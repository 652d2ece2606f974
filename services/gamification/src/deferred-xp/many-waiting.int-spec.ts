import { randomUUID } from 'node:crypto';
import { LevelChanged } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { eventually } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import {
  anonymous,
  type GamificationUnderTest,
  known,
  paymentsOf,
  questionAsked,
  seals,
  startGamification,
  thousandDays,
} from '../gamification.suite.js';
import { openJson, sealJson } from '../sealed-xp.js';
import type { PayPool } from './pool.decider.js';
import type { SealedShare } from './pool-shares.js';

const people = 50;
/** More than two statements read. */
const rows = 5000;

const wait = async (game: GamificationUnderTest, accounts: readonly string[], amount: number): Promise<void> => {
  const facts = accounts.map((account) =>
    sealJson(seals, {
      person: { authorId: known.authorIdOf(account) },
      rule: 'question-posted',
      amount,
      day: '2026-11-20',
    }),
  );
  await game.service.service.pool.query(
    'insert into waiting_xp (id, sealed) select gen_random_uuid(), * from unnest($1::text[])',
    [facts],
  );
};

describe('a pool of more than one statement reads', () => {
  const game = aService(() => startGamification({ caps: { 'question-posted': null } }));

  it('is paid in portions, to each person once', async () => {
    const { pool } = game.service.service;
    const accounts = Array.from({ length: people }, () => randomUUID());
    await wait(
      game,
      Array.from({ length: rows }, (_value, index) => accounts[index % people]!),
      1,
    );
    const asker = randomUUID();
    await game.content.publish(questionAsked(anonymous(asker)));
    await eventually('the asker is paid', async () => (await game.xp(asker)) > 0);
    await eventually(
      'nothing waits',
      async () => (await pool.query('select 1 from waiting_xp limit 1')).rows.length === 0,
    );
    const xp = await Promise.all(accounts.map((account) => game.xp(account)));
    expect(new Set(xp)).toEqual(new Set([rows / people]));
    const entries = await pool.query<{ count: number }>('select count(*)::int as count from anonymous_entries');
    expect(entries.rows[0]!.count).toBe(people + 1);
  });
});

describe('a pool of more people than one statement reads', () => {
  const game = aService(() => startGamification({ poolSeconds: thousandDays }));

  it('pays no account that was erased between two payments', async () => {
    const { pool, pipeline } = game.service.service;
    const accounts = Array.from({ length: 2001 }, () => randomUUID());
    await wait(game, accounts, 150);
    let erased: string | undefined;
    const execute = (async (...call: Parameters<CommandPipeline['execute']>) => {
      const { shares } = call[1] as PayPool;
      const paid = new Set(shares.map(({ sealed }) => openJson<SealedShare>(seals, sealed).authorId));
      erased ??= accounts.find((account) => !paid.has(known.authorIdOf(account)))!;
      known.forget(erased);
      return pipeline.execute(...call);
    }) as CommandPipeline['execute'];
    const payments = paymentsOf(game, execute);
    for (const dueAt of await payments.due()) await payments.pay(dueAt);
    const { rows: entries } = await pool.query<{ sealed: string }>('select sealed from anonymous_entries');
    const amounts = new Map(
      entries.map(({ sealed }) => {
        const { authorId, amount } = openJson<SealedShare>(seals, sealed);
        return [authorId as string, amount];
      }),
    );
    expect(amounts).toEqual(
      new Map(accounts.map((account) => [known.authorIdOf(account), account === erased ? 0 : 150])),
    );
    const { rows: risen } = await pool.query<{ id: string }>(
      `select account_id::text as id from level_checks union select data->>'accountId' from events where type = $1`,
      [LevelChanged.type],
    );
    expect(new Set(risen.map(({ id }) => id))).toEqual(new Set(accounts.filter((account) => account !== erased)));
  });
});
