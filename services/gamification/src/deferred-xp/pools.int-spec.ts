import { randomBytes, randomUUID } from 'node:crypto';
import { AnonymousXpPaid, LevelChanged } from '@hearsay/contracts';
import { type CommandPipeline, rebuildReadModel } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { SealedAuthors } from '@hearsay/service-runtime';
import { eventually, pairOf, tableRows, toggled } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  anonymous,
  at,
  type GamificationUnderTest,
  known,
  named,
  paymentsOf,
  questionAsked,
  removal,
  replyPosted,
  sealKeys,
  seals,
  startGamification,
  thousandDays,
} from '../gamification.suite.js';
import { openJson } from '../sealed-xp.js';
import { InterruptibleRedis } from './interruptible-redis.suite.js';
import { poolRows } from './pool.projection.js';

const hasXp = (game: GamificationUnderTest, accountId: string, xp: number) =>
  eventually(`${xp} XP`, async () => (await game.xp(accountId)) === xp);
const count = async (game: GamificationUnderTest, table: string) =>
  (await game.service.service.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!
    .count;
const isPaid = (game: GamificationUnderTest) =>
  eventually('nothing waits', async () => (await count(game, 'waiting_xp')) === 0);

const everything = async (game: GamificationUnderTest): Promise<string> => {
  const { pool } = game.service.service;
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
  );
  return JSON.stringify(
    await tableRows(
      pool,
      rows.map(({ name }) => name),
    ),
  );
};

describe('XP of anonymous posts', () => {
  const redis = new InterruptibleRedis();
  let game: GamificationUnderTest;
  beforeAll(async () => {
    await redis.open();
    game = await startGamification({ redisUrl: redis.url });
  });
  afterAll(async () => {
    await game.stop();
    redis.end();
  });

  it('is paid to the author, and no row or event names them', async () => {
    const author = randomUUID();
    const asked = questionAsked(anonymous(author));
    await game.content.publish(asked, asked);
    await hasXp(game, author, 10);
    expect(await game.activities(author)).toMatchObject([
      { rule: 'anonymous-posts', amount: 10, counted: 10, isReversed: false, contentType: null, contentId: null },
    ]);
    await isPaid(game);
    const rows = await everything(game);
    expect(rows).not.toContain(author);
    const { rows: events } = await game.service.service.pool.query<{ data: { entryId: string }; meta: object }>(
      'select data, meta from events where type = $1',
      [AnonymousXpPaid.type],
    );
    expect(events[0]!.data.entryId[14]).toBe('4');
    expect(events[0]!.meta).toMatchObject({ actor: null, correlationId: null, causationId: null });
  });

  it('is paid beside a named reply to the same question, both as first replies', async () => {
    const replier = randomUUID();
    const question = { id: randomUUID(), owner: anonymous(randomUUID()) };
    const twice = [replyPosted(anonymous(replier), question), replyPosted(anonymous(replier), question)];
    await game.content.publish(...twice, replyPosted(named(replier), question), replyPosted(named(replier), question));
    await hasXp(game, replier, 30);
    await isPaid(game);
    expect(await game.xp(replier)).toBe(30);
  });

  it('leaves equal rows for own anonymous replies to own questions, and pays zero', async () => {
    const person = randomUUID();
    const question = { id: randomUUID(), owner: named(person) };
    await game.service.settled(game.content, game.engagement);
    const before = await count(game, 'claims');
    await game.content.publish(
      replyPosted(anonymous(person), question),
      replyPosted(anonymous(randomUUID()), question),
    );
    await eventually('both are claimed', async () => (await count(game, 'claims')) === before + 2);
    await isPaid(game);
    expect(await game.xp(person)).toBe(0);
  });

  it('leaves no revealing gap: named acts on own anonymous posts pay at once', async () => {
    const person = randomUUID();
    const owner = anonymous(person);
    await game.content.publish(replyPosted(named(person), { id: randomUUID(), owner }));
    await game.engagement.publish(toggled(pairOf(person, owner), 1));
    await hasXp(game, person, 20);
    expect((await game.activities(person)).map((activity) => activity.rule).sort()).toEqual([
      'answer-given',
      'boost-given',
    ]);
    await isPaid(game);
    expect(await game.xp(person)).toBe(20);
  });

  it('follows received boosts, undone and repeated, in sums', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const pair = pairOf(booster, anonymous(author));
    await game.engagement.publish(toggled(pair, 1));
    await hasXp(game, author, 3);
    await hasXp(game, booster, 5);
    expect(await game.activities(booster)).toMatchObject([{ contentType: 'question', contentId: pair.contentId }]);
    const undone = toggled(pair, 2);
    await game.engagement.publish(undone, undone);
    await hasXp(game, author, 0);
    expect((await game.activities(author)).map(({ amount, reversedBecause }) => [amount, reversedBecause])).toEqual([
      [-3, 'Anonymous posts were removed, or boosts of them taken back'],
      [3, null],
    ]);
    await game.engagement.publish(toggled(pair, 3), undone);
    await hasXp(game, author, 3);
  });

  it('crosses levels, each announced once, and pages among the named entries', async () => {
    const author = randomUUID();
    const posts = Array.from({ length: 12 }, (_, index) =>
      questionAsked(index % 2 ? anonymous(author) : named(author)),
    );
    await game.content.publish(...posts);
    await hasXp(game, author, 120);
    const levels = async () =>
      (
        await game.service.service.pool.query<{ level: number }>(
          `select (data->>'level')::int as level from events where type = $1 and data->>'accountId' = $2 order by version`,
          [LevelChanged.type, author],
        )
      ).rows.map(({ level }) => level);
    await eventually('level 2', async () => (await levels()).length > 0);
    await isPaid(game);
    await eventually('no level to settle', async () => (await count(game, 'level_checks')) === 0);
    expect(await levels()).toEqual([2]);
    const all = await game.activities(author);
    const paged: typeof all = [];
    for (let page = await game.activities(author, undefined, 2); page.length > 0; ) {
      paged.push(...page);
      page = await game.activities(author, page.at(-1)!.id, 2);
    }
    expect(paged).toEqual(all);
    expect(all.reduce((sum, { counted }) => sum + counted, 0)).toBe(120);
  });

  it('is capped together with named posts of the day, in any order', async () => {
    const author = randomUUID();
    await game.content.publish(...Array.from({ length: 15 }, () => questionAsked(anonymous(author))));
    await hasXp(game, author, 150);
    await game.content.publish(...Array.from({ length: 15 }, () => questionAsked(named(author))));
    await eventually('15 named entries', async () => (await game.activities(author, undefined, 100)).length >= 15);
    await isPaid(game);
    await hasXp(game, author, defaultDailyCaps['question-posted']!);
  });

  it('waits without loss while content cannot tell the author', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const owner = anonymous(author);
    known.isAway = true;
    await game.content.publish(questionAsked(owner));
    await game.engagement.publish(toggled(pairOf(booster, owner), 1));
    await eventually('both wait', async () => (await count(game, 'waiting_xp')) === 2);
    await expect(game.xp(author)).rejects.toMatchObject({ code: 'unavailable' });
    known.isAway = false;
    const { pipeline } = game.service.service;
    const payments = paymentsOf(game, pipeline.execute.bind(pipeline));
    for (const dueAt of await payments.due()) await payments.pay(dueAt);
    await hasXp(game, author, 13);
    await hasXp(game, booster, 5);
  });

  it('waits while Redis is down, and all other work continues', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    redis.close();
    await game.content.publish(questionAsked(anonymous(author)));
    await eventually('it waits', async () => (await count(game, 'waiting_xp')) === 1);
    await game.engagement.publish(toggled(pairOf(booster, named(randomUUID())), 1));
    await hasXp(game, booster, 5);
    expect(await game.xp(author)).toBe(0);
    await redis.open();
    await hasXp(game, author, 10);
    await eventually('no pool is due', async () => (await count(game, 'xp_pools')) === 0);
  });

  it('is not paid after the erasure of the account, in rows that look alike', async () => {
    const [erased, living] = [randomUUID(), randomUUID()];
    const rowsOf = async (author: string) => {
      const question = { id: randomUUID(), owner: anonymous(author) };
      const before = await Promise.all(
        ['anonymous_entries', 'anonymous_days', 'anonymous_removals'].map((table) => count(game, table)),
      );
      // One pool at a time: an act that is undone in its own pool moves nothing.
      for (const act of [
        () => game.content.publish(questionAsked(question.owner, at, question.id)),
        () => game.engagement.publish(toggled(pairOf(randomUUID(), question.owner, question.id), 1)),
        () => game.content.publish(removal(question, 1)),
      ]) {
        await act();
        await game.service.settled(game.content, game.engagement);
        await isPaid(game);
        await game.service.settled();
      }
      const after = await Promise.all(
        ['anonymous_entries', 'anonymous_days', 'anonymous_removals'].map((table) => count(game, table)),
      );
      const { rows } = await game.service.service.pool.query('select 1 from anonymous_removals where content_id = $1', [
        question.id,
      ]);
      return { days: after[1]! - before[1]!, removals: after[2]! - before[2]!, isNoted: rows.length === 1 };
    };
    anonymous(erased);
    known.forget(erased);
    expect(await rowsOf(erased)).toEqual(await rowsOf(living));
    expect(await game.xp(erased)).toBe(0);
    expect(await game.activities(erased)).toEqual([]);
  });

  const opened = async (by: SealedAuthors) => {
    const rows: object[] = [];
    for (const table of poolRows(by).tables) {
      const found = await game.service.service.pool.query<{ tag: string; sealed: string }>(
        `select * from ${table} order by tag, 1`,
      );
      rows.push(...found.rows.map(({ sealed, ...row }) => ({ ...row, ...openJson(by, sealed) })));
    }
    return rows;
  };
  const rebuild = (by: SealedAuthors) => {
    const { ownerUrl, role } = game.service.database;
    return rebuildReadModel({ ownerUrl, role, progress: () => undefined, model: poolRows(by) });
  };

  it('is the same when it is rebuilt from the log', async () => {
    const live = await opened(seals);
    expect(live.length).toBeGreaterThan(10);
    await rebuild(seals);
    expect(await opened(seals)).toEqual(live);
  });

  it('is the same after a rebuild with a new key, and stays if the old is missing', async () => {
    const { SEALED_AUTHOR_KEYS: old, SEALED_AUTHOR_TAG_KEY } = sealKeys;
    const fresh = randomBytes(32);
    const holding = (...keys: Buffer[]) =>
      new SealedAuthors({ SEALED_AUTHOR_KEYS: keys, SEALED_AUTHOR_TAG_KEY }, 'gamification');
    const rows = () => tableRows(game.service.service.pool, poolRows(seals).tables);
    const [before, live] = [await rows(), await opened(seals)];
    await expect(rebuild(holding(fresh))).rejects.toThrow('Sealed with a key that is not here');
    expect(await rows()).toEqual(before);
    await rebuild(holding(fresh, ...old));
    expect(await opened(holding(fresh, ...old))).toEqual(live);
    await expect(opened(seals)).rejects.toThrow('Sealed with a key that is not here');
    await rebuild(seals);
  });
});

describe('a pool that is not due yet', () => {
  it('keeps sealed XP until its time, also late XP and without Redis at the start', async () => {
    const redis = new InterruptibleRedis();
    await redis.open();
    redis.close();
    const game = await startGamification({ redisUrl: redis.url, poolSeconds: thousandDays });
    try {
      const [author, booster] = [randomUUID(), randomUUID()];
      const asked = questionAsked(anonymous(author), at);
      await game.content.publish(asked, questionAsked(anonymous(author), new Date().toISOString()));
      await game.engagement.publish(toggled(pairOf(booster, anonymous(author)), 1));
      await eventually('all three wait', async () => (await count(game, 'waiting_xp')) === 3);
      await redis.open();
      await hasXp(game, booster, 5);
      expect(await game.xp(author)).toBe(0);
      const { rows } = await game.service.service.pool.query<{ due_at: Date }>('select due_at from xp_pools');
      for (const { due_at } of rows) expect(due_at.getTime() % (thousandDays * 1000)).toBe(0);
      expect(rows.length).toBeGreaterThan(0);
      expect(await everything(game)).not.toContain(author);
    } finally {
      await game.stop();
      redis.end();
    }
  });
});

describe('a pool whose process is killed', () => {
  const redis = new InterruptibleRedis();
  let game: GamificationUnderTest;
  beforeAll(async () => {
    await redis.open();
    game = await startGamification({ redisUrl: redis.url, poolSeconds: thousandDays });
  });
  afterAll(async () => {
    await game.stop();
    redis.end();
  });

  const paymentsWith = (execute: CommandPipeline['execute']) => paymentsOf(game, execute);
  const levels = async (accountId: string) =>
    (
      await game.service.service.pool.query(`select 1 from events where type = $1 and data->>'accountId' = $2`, [
        LevelChanged.type,
        accountId,
      ])
    ).rows.length;

  it('is resumed and pays and announces levels once, at any point of the kill', async () => {
    const author = randomUUID();
    await game.content.publish(...Array.from({ length: 12 }, () => questionAsked(anonymous(author))));
    await eventually('all wait', async () => (await count(game, 'waiting_xp')) === 12);
    const { pipeline, pool } = game.service.service;
    const [due] = await paymentsWith(pipeline.execute.bind(pipeline)).due();
    const before = paymentsWith(() => Promise.reject(new Error('Killed before the payment')));
    await expect(before.pay(due!)).rejects.toThrow('Killed');
    expect(await game.xp(author)).toBe(0);

    const behind = paymentsWith(async (...call) => {
      await pipeline.execute(...call);
      throw new Error('Killed behind the payment');
    });
    await expect(behind.pay(due!)).rejects.toThrow('Killed');
    expect(await game.xp(author)).toBe(120);
    expect(await levels(author)).toBe(0);

    const again = paymentsWith(pipeline.execute.bind(pipeline));
    await Promise.all([again.pay(due!), again.pay(due!)]);
    await eventually('the level is announced', async () => (await levels(author)) === 1);
    await eventually('nothing is left to settle', async () => (await count(game, 'level_checks')) === 0);
    expect([await game.xp(author), await levels(author)]).toEqual([120, 1]);
    expect(await game.activities(author)).toHaveLength(1);
    expect((await pool.query('select 1 from xp_pools')).rows).toEqual([]);
  });

  it('is paid once by two processes at once', async () => {
    const author = randomUUID();
    await game.content.publish(...Array.from({ length: 3 }, () => questionAsked(anonymous(author))));
    await eventually('all wait', async () => (await count(game, 'waiting_xp')) === 3);
    const { pipeline } = game.service.service;
    const payments = paymentsWith(pipeline.execute.bind(pipeline));
    const [due] = await payments.due();
    await Promise.all([payments.pay(due!), payments.pay(due!), payments.pay(due!)]);
    expect(await game.xp(author)).toBe(30);
    expect(await game.activities(author)).toHaveLength(1);
  });
});
