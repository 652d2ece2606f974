import { randomUUID } from 'node:crypto';
import { LevelChanged } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { questionAsked } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import {
  anonymousOwner,
  type GamificationUnderTest,
  knownAuthors,
  newPoolPayments,
  seals,
  startGamification,
  thousandDaysInSeconds,
} from '../gamification.suite.js';
import { openSealedJson } from '../sealed-xp.js';
import type { PoolPayment } from './pool.decider.js';
import type { SealedShare } from './pool-shares.js';

const people = 50;
/** More waiting rows than two statements read. */
const rows = 5000;

const idsOf = (count: number) => Array.from({ length: count }, () => randomUUID() as string);
const wait = async (game: GamificationUnderTest, accounts: readonly string[], amount: number): Promise<void> => {
  const fact = { rule: 'question-posted', amount, day: '2026-11-20' };
  const facts = accounts.map((account) =>
    seals.sealJson({ ...fact, person: { authorId: knownAuthors.authorIdOf(account) } }),
  );
  await game.rows('insert into waiting_xp (id, sealed) select gen_random_uuid(), * from unnest($1::text[])', [facts]);
};

describe('a pool with more rows than one statement reads', () => {
  const game = serviceForBlock(() => startGamification({ caps: { 'question-posted': null } }));

  it('a pool with very many rows makes several payments, but pays each person once', async () => {
    const accounts = idsOf(people);
    await wait(game, Array.from({ length: rows / people }, () => accounts).flat(), 1);
    const asker = randomUUID();
    await game.content.publish(questionAsked(anonymousOwner(asker)));
    await game.hasXp(asker, 10);
    await game.isPaid();
    const xp = await Promise.all(accounts.map(game.xp));
    expect(new Set(xp)).toEqual(new Set([rows / people]));
    expect(await game.count('anonymous_entries')).toBe(people + 1);
  });
});

describe('a pool with more people than one payment takes', () => {
  const game = serviceForBlock(() => startGamification({ poolSeconds: thousandDaysInSeconds }));

  it('a pool pays nothing to an account that is erased between two payments', async () => {
    const accounts = idsOf(2001);
    await wait(game, accounts, 150);
    let erased: string | undefined;
    const execute = (async (...call: Parameters<CommandPipeline['execute']>) => {
      const { shares } = call[1] as PoolPayment;
      const paid = new Set(shares.map(({ sealed }) => openSealedJson<SealedShare>(seals, sealed).authorId));
      erased ??= accounts.find((account) => !paid.has(knownAuthors.authorIdOf(account)))!;
      knownAuthors.forget(erased);
      return game.service.pipeline.execute(...call);
    }) as CommandPipeline['execute'];
    const payments = newPoolPayments(game, execute);
    for (const { id } of await payments.duePools()) await payments.payPool(id);
    const entries = await game.rows<{ sealed: string }>('select sealed from anonymous_entries');
    const shares = entries.map(({ sealed }) => openSealedJson<SealedShare>(seals, sealed));
    expect(new Map(shares.map(({ authorId, amount }) => [authorId, amount]))).toEqual(
      new Map(accounts.map((account) => [knownAuthors.authorIdOf(account), account === erased ? 0 : 150])),
    );
    const risen = await game.rows<{ id: string }>(
      `select account_id::text as id from level_checks union select data->>'accountId' from events where type = $1`,
      [LevelChanged.type],
    );
    expect(new Set(risen.map(({ id }) => id))).toEqual(new Set(accounts.filter((account) => account !== erased)));
  });
});
