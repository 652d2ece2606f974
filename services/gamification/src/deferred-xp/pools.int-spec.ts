import { randomBytes, randomUUID } from 'node:crypto';
import { AnonymousXpPaid, LevelChanged } from '@hearsay/contracts';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { SealedAuthors } from '@hearsay/service-runtime';
import {
  boostPairOf,
  boostToggleFact,
  CuttingProxy,
  eventually,
  named,
  questionAsked,
  removal,
  replyPosted,
  tableRows,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  actTime,
  anonymousOwner,
  type GamificationUnderTest,
  knownAuthors,
  newPoolPayments,
  sealKeys,
  seals,
  startGamification,
  thousandDaysInSeconds,
} from '../gamification.suite.js';
import { openSealedJson } from '../sealed-xp.js';
import { poolRows } from './pool.projection.js';

let redis: CuttingProxy;
/** Starts the service with a proxy before Redis, so that a test can cut Redis off. */
const startOnProxy = async (poolSeconds?: number, isAway = false) => {
  redis = await CuttingProxy.start(process.env.TEST_REDIS_URL!);
  redis.setAway(isAway);
  return startGamification({ redisUrl: redis.url, ...(poolSeconds !== undefined && { poolSeconds }) });
};

const levelsOf = async (game: GamificationUnderTest, accountId: string) =>
  (
    await game.rows<{ level: number }>(
      `select (data->>'level')::int as level from events where type = $1 and data->>'accountId' = $2 order by version`,
      [LevelChanged.type, accountId],
    )
  ).map(({ level }) => level);

describe('XP of anonymous posts', () => {
  const game = serviceForBlock(() => startOnProxy());
  afterAll(() => redis.stop());

  it('anonymous XP is paid to the author, and no row or event contains their account', async () => {
    const author = randomUUID();
    const asked = questionAsked(anonymousOwner(author));
    await game.content.publish(asked, asked);
    await game.hasXp(author, 10);
    expect(await game.activities(author)).toMatchObject([
      { rule: 'anonymous-posts', amount: 10, counted: 10, isReversed: false, contentType: null, contentId: null },
    ]);
    await game.isPaid();
    expect(await game.everything()).not.toContain(author);
    const [paid] = await game.rows<{ data: { entryId: string }; meta: object }>(
      'select data, meta from events where type = $1',
      [AnonymousXpPaid.type],
    );
    expect(paid!.data.entryId[14]).toBe('4');
    expect(paid!.meta).toMatchObject({ actor: null, correlationId: null, causationId: null });
  });

  it('XP is paid for a first anonymous reply, even after a first named reply', async () => {
    const [replier, question] = [randomUUID(), anonymousOwner(randomUUID())];
    const questionId = randomUUID();
    const authors = [anonymousOwner(replier), anonymousOwner(replier), named(replier), named(replier)];
    await game.content.publish(...authors.map((author) => replyPosted(author, question, { questionId })));
    await game.hasXp(replier, 30);
    await game.isPaid();
    expect(await game.xp(replier)).toBe(30);
  });

  it("an anonymous reply to one's own question pays 0, but writes rows like any other", async () => {
    const [person, questionId] = [randomUUID(), randomUUID()];
    await game.settled();
    const before = await game.count('claims');
    const authors = [anonymousOwner(person), anonymousOwner(randomUUID())];
    await game.content.publish(...authors.map((author) => replyPosted(author, named(person), { questionId })));
    await eventually('both are claimed', async () => (await game.count('claims')) === before + 2);
    await game.isPaid();
    expect(await game.xp(person)).toBe(0);
  });

  it("named acts on one's own anonymous posts pay at once, like acts of strangers", async () => {
    const person = randomUUID();
    const owner = anonymousOwner(person);
    await game.content.publish(replyPosted(named(person), owner));
    await game.engagement.publish(boostToggleFact(boostPairOf(person, owner), 1));
    await game.hasXp(person, 20);
    const rules = (await game.activities(person)).map(({ rule }) => rule).sort();
    expect(rules).toEqual(['answer-given', 'boost-given']);
    await game.isPaid();
    expect(await game.xp(person)).toBe(20);
  });

  it('anonymous XP rises with boosts, and falls when they are undone', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const pair = boostPairOf(booster, anonymousOwner(author));
    await game.engagement.publish(boostToggleFact(pair, 1));
    await game.hasXp(author, 3);
    await game.hasXp(booster, 5);
    expect(await game.activities(booster)).toMatchObject([{ contentType: 'question', contentId: pair.contentId }]);
    const undone = boostToggleFact(pair, 2);
    await game.engagement.publish(undone, undone);
    await game.hasXp(author, 0);
    expect((await game.activities(author)).map(({ amount, reversedBecause }) => [amount, reversedBecause])).toEqual([
      [-3, 'Anonymous posts were removed, or boosts of them taken back'],
      [3, null],
    ]);
    await game.engagement.publish(boostToggleFact(pair, 3), undone);
    await game.hasXp(author, 3);
  });

  it('a level is announced once, and anonymous entries are paged with named ones', async () => {
    const author = randomUUID();
    const owners = Array.from({ length: 12 }, (_, index) => (index % 2 ? anonymousOwner(author) : named(author)));
    await game.content.publish(...owners.map((owner) => questionAsked(owner)));
    await game.hasXp(author, 120);
    await eventually('level 2', async () => (await levelsOf(game, author)).length > 0);
    await game.isPaid();
    await game.areLevelsSettled();
    expect(await levelsOf(game, author)).toEqual([2]);
    const all = await game.activities(author);
    const paged: typeof all = [];
    for (let page = await game.activities(author, null, 2); page.length > 0; ) {
      paged.push(...page);
      page = await game.activities(author, page.at(-1)!.id, 2);
    }
    expect(paged).toEqual(all);
    expect(all.reduce((sum, { counted }) => sum + counted, 0)).toBe(120);
  });

  it('anonymous and named posts share the daily cap, whichever are paid first', async () => {
    const author = randomUUID();
    const ask = (owner: ReturnType<typeof named>) =>
      game.content.publish(...Array.from({ length: 15 }, () => questionAsked(owner)));
    await ask(anonymousOwner(author));
    await game.hasXp(author, 150);
    await ask(named(author));
    await eventually('15 named entries', async () => (await game.activities(author, null, 100)).length >= 15);
    await game.isPaid();
    await game.hasXp(author, defaultDailyCaps['question-posted']!);
  });

  it('while content is away and resolves no authors, XP waits and none is lost', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const owner = anonymousOwner(author);
    knownAuthors.isAway = true;
    await game.content.publish(questionAsked(owner));
    await game.engagement.publish(boostToggleFact(boostPairOf(booster, owner), 1));
    await game.areWaiting(2);
    await expect(game.xp(author)).rejects.toMatchObject({ code: 'unavailable' });
    knownAuthors.isAway = false;
    const payments = newPoolPayments(game);
    for (const { id } of await payments.duePools()) await payments.payPool(id);
    await game.hasXp(author, 13);
    await game.hasXp(booster, 5);
  });

  it('XP is also paid while Redis is down', async () => {
    const author = randomUUID();
    redis.setAway(true);
    await game.content.publish(questionAsked(anonymousOwner(author)));
    await game.hasXp(author, 10);
    redis.setAway(false);
    await eventually('no pool is due', async () => (await game.count('xp_pools')) === 0);
  });

  it('XP is not paid to an erased account, but the same rows are written', async () => {
    const [erased, living] = [randomUUID(), randomUUID()];
    const tables = ['anonymous_entries', 'anonymous_days', 'anonymous_removals'];
    const counts = () => Promise.all(tables.map((table) => game.count(table)));
    const rowsOf = async (author: string) => {
      const question = { contentId: randomUUID(), owner: anonymousOwner(author) };
      const before = await counts();
      // A pool pays after each act, because an act that is undone within one pool changes no XP.
      for (const act of [
        () => game.content.publish(questionAsked(question.owner, { questionId: question.contentId })),
        () =>
          game.engagement.publish(boostToggleFact(boostPairOf(randomUUID(), question.owner, question.contentId), 1)),
        () => game.content.publish(removal(question, 1)),
      ]) {
        await act();
        await game.settled();
        await game.isPaid();
        await game.settled();
      }
      const [, days, removals] = (await counts()).map((count, index) => count - before[index]!);
      const isNoted = await game.count('anonymous_removals where content_id = $1', [question.contentId]);
      return { days, removals, isNoted };
    };
    anonymousOwner(erased);
    knownAuthors.forget(erased);
    expect(await rowsOf(erased)).toEqual(await rowsOf(living));
    expect([await game.xp(erased), await game.activities(erased)]).toEqual([0, []]);
  });

  const opened = async (by: SealedAuthors) => {
    const rows: object[] = [];
    for (const table of poolRows(by).tables) {
      const found = await game.rows<{ tag: string; sealed: string }>(`select * from ${table} order by tag, 1`);
      rows.push(...found.map(({ sealed, ...row }) => ({ ...row, ...openSealedJson(by, sealed) })));
    }
    return rows;
  };

  it('XP is the same after a rebuild from the log', async () => {
    const live = await opened(seals);
    expect(live.length).toBeGreaterThan(10);
    await game.rebuild(poolRows(seals));
    expect(await opened(seals)).toEqual(live);
  });

  it('a rebuild with a new key keeps XP, but fails if the old key is missing', async () => {
    const { SEALED_AUTHOR_KEYS: old, SEALED_AUTHOR_TAG_KEY } = sealKeys;
    const fresh = randomBytes(32);
    const holding = (...keys: Buffer[]) =>
      new SealedAuthors({ SEALED_AUTHOR_KEYS: keys, SEALED_AUTHOR_TAG_KEY }, 'gamification');
    const rows = () => tableRows(game.service.pool, poolRows(seals).tables);
    const [before, live] = [await rows(), await opened(seals)];
    await expect(game.rebuild(poolRows(holding(fresh)))).rejects.toThrow('Sealed with a key that is not here');
    expect(await rows()).toEqual(before);
    await game.rebuild(poolRows(holding(fresh, ...old)));
    expect(await opened(holding(fresh, ...old))).toEqual(live);
    await expect(opened(seals)).rejects.toThrow('Sealed with a key that is not here');
    await game.rebuild(poolRows(seals));
  });
});

describe('a pool that is not due yet', () => {
  const game = serviceForBlock(() => startOnProxy(thousandDaysInSeconds, true));
  afterAll(() => redis.stop());

  it('a pool keeps XP sealed until its time, even if Redis is away at the start', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const owner = anonymousOwner(author);
    await game.content.publish(
      questionAsked(owner, { at: actTime }),
      questionAsked(owner, { at: new Date().toISOString() }),
    );
    await game.engagement.publish(boostToggleFact(boostPairOf(booster, owner), 1));
    await game.areWaiting(3);
    redis.setAway(false);
    await game.hasXp(booster, 5);
    expect(await game.xp(author)).toBe(0);
    const pools = await game.rows<{ due_at: string }>('select due_at from xp_pools');
    for (const { due_at } of pools) expect(Date.parse(due_at) % (thousandDaysInSeconds * 1000)).toBe(0);
    expect(pools.length).toBeGreaterThan(0);
    expect(await game.everything()).not.toContain(author);
  });
});

describe('a pool whose process is killed', () => {
  const game = serviceForBlock(() => startGamification({ poolSeconds: thousandDaysInSeconds }));

  const askTimes = async (author: string, count: number) => {
    await game.content.publish(...Array.from({ length: count }, () => questionAsked(anonymousOwner(author))));
    await game.areWaiting(count);
  };

  it('a killed pool resumes, pays its XP once and announces each level once', async () => {
    const author = randomUUID();
    await askTimes(author, 12);
    const again = newPoolPayments(game);
    const [due] = await again.duePools();
    const before = newPoolPayments(game, () => Promise.reject(new Error('Killed before the payment')));
    await expect(before.payPool(due!.id)).rejects.toThrow('Killed');
    expect(await game.xp(author)).toBe(0);

    const behind = newPoolPayments(game, async (...call) => {
      await game.service.pipeline.execute(...call);
      throw new Error('Killed behind the payment');
    });
    await expect(behind.payPool(due!.id)).rejects.toThrow('Killed');
    expect([await game.xp(author), await levelsOf(game, author)]).toEqual([120, []]);

    await Promise.all([again.payPool(due!.id), again.payPool(due!.id)]);
    await eventually('the level is announced', async () => (await levelsOf(game, author)).length === 1);
    await game.areLevelsSettled();
    expect([await game.xp(author), await levelsOf(game, author)]).toEqual([120, [2]]);
    expect(await game.activities(author)).toHaveLength(1);
    expect(await game.count('xp_pools')).toBe(0);
  });

  it('concurrent processes pay a pool only once', async () => {
    const author = randomUUID();
    await askTimes(author, 3);
    const payments = newPoolPayments(game);
    const [due] = await payments.duePools();
    await Promise.all([1, 2, 3].map(() => payments.payPool(due!.id)));
    expect(await game.xp(author)).toBe(30);
    expect(await game.activities(author)).toHaveLength(1);
  });

  it('the newest due pool also pays older pools, and later pools wait for their time', async () => {
    const [older, newest, later] = [-2000, -1000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await game.rows('insert into xp_pools select unnest($1::timestamptz[])', [[older, newest, later]]);
    const dueIds = async () => (await newPoolPayments(game).duePools()).map(({ id }) => id);
    const due = await dueIds();
    expect(due).toContain(later);
    expect(due).not.toContain(older);
    await eventually('the due ones are paid', async () => !(await dueIds()).includes(newest!));
    expect(await game.rows('select from xp_pools where due_at = $1', [older])).toEqual([]);
  });
});
