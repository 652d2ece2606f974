import { randomBytes, randomUUID } from 'node:crypto';
import { SealedAuthors } from '@hearsay/service-runtime';
import { eventually, pairOf, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import {
  anonymous,
  type GamificationUnderTest,
  known,
  named,
  questionAsked,
  sealKeys,
  startGamification,
} from '../gamification.suite.js';
import { sealJson } from '../sealed-xp.js';

const newKey = randomBytes(32);
const stranger = new SealedAuthors({ ...sealKeys, SEALED_AUTHOR_KEYS: [newKey] }, 'gamification');

const deadLetters = async (game: GamificationUnderTest) =>
  (await game.service.service.pool.query<{ count: number }>('select count(*)::int as count from dead_letters')).rows[0]!
    .count;

const metric = async (game: GamificationUnderTest, line: RegExp): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${game.service.service.healthPort}/metrics`)).text();
  return Number(line.exec(text)?.[1] ?? 0);
};
const halted = (consumer: string) =>
  new RegExp(`^hearsay_consumer_halted\\{[^}]*consumer="${consumer}"[^}]*\\} (\\d+)$`, 'm');
const unreadable = /^hearsay_unreadable_seals_total\{[^}]*\} (\d+)$/m;

describe('a lost seal key', () => {
  const game = aService(() => startGamification());

  it('makes a person’s anonymous total unreadable; boosts, lists and levels work', async () => {
    const author = randomUUID();
    await game.content.publish(questionAsked(anonymous(author)));
    await eventually('the pool is paid', async () => (await game.xp(author)) === 10);
    await game.service.service.pool.query('update anonymous_totals set sealed = $1', [
      sealJson(stranger, { total: 10 }),
    ]);
    await game.service.service.pool.query('update anonymous_days set sealed = $1', [
      sealJson(stranger, { sum: 10, counted: 10 }),
    ]);
    await game.service.service.pool.query('update anonymous_entries set sealed = $1', [
      sealJson(stranger, { authorId: known.authorIdOf(author), amount: 10, days: [] }),
    ]);
    expect(await game.xp(author)).toBe(0);
    expect(await game.activities(author)).toMatchObject([{ rule: 'anonymous-posts', amount: 0 }]);
    expect(await metric(game, unreadable)).toBeGreaterThan(0);

    await game.engagement.publish(toggled(pairOf(randomUUID(), named(author)), 1));
    await eventually('the boost is paid', async () => (await game.xp(author)) > 0);
    await game.content.publish(questionAsked(anonymous(author)));
    const boosted = await game.xp(author);
    await eventually('the next pool is paid', async () => (await game.xp(author)) === boosted + 10);
    await game.service.settled(game.content, game.engagement);
    expect(await deadLetters(game)).toBe(0);
  });

  it('leaves unreadable entries to a later pool, though pools are due at once', async () => {
    const { pool } = game.service.service;
    const waiting = sealJson(stranger, { rule: 'question-asked', day: '2026-11-20', amount: 10 });
    await pool.query('insert into waiting_xp (id, sealed) values ($1, $2)', [randomUUID(), waiting]);
    await game.content.publish(questionAsked(anonymous(randomUUID())));
    await eventually('the next pool is not due', async () => {
      const { rows } = await pool.query(`select 1 from xp_pools having min(due_at) > now() + interval '2 seconds'`);
      return rows.length === 1;
    });
    await pool.query('delete from waiting_xp');
  });

  it('halts only the consumer of an event that it sealed', async () => {
    const author = randomUUID();
    await game.content.publish(questionAsked(stranger.ownerOf(known.authorIdOf(author))));
    await eventually('the halt is shown', async () => (await metric(game, halted('posts'))) === 1);
    expect(await deadLetters(game)).toBe(0);
    await game.engagement.publish(toggled(pairOf(randomUUID(), named(author)), 1));
    await eventually('boosts go on', async () => (await game.xp(author)) > 0);
  });
});

describe('a renewed seal key', () => {
  it('is read by a process that has it for reading only', async () => {
    const game = await startGamification({ readingKeys: [newKey] });
    try {
      const author = randomUUID();
      await game.content.publish(questionAsked(stranger.ownerOf(known.authorIdOf(author))));
      await eventually('it is paid', async () => (await game.xp(author)) === 10);
      const { rows } = await game.service.service.pool.query<{ sealed: string }>(
        'select sealed from anonymous_entries',
      );
      expect(() => stranger.open(rows[0]!.sealed)).toThrow('not here');
    } finally {
      await game.stop();
    }
  });
});
