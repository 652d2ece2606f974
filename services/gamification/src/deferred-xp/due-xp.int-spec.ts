import { randomUUID } from 'node:crypto';
import { eventually, pairOf, toggled } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anonymous, at, type GamificationUnderTest, named, questionAsked, replyPosted, startGamification } from '../gamification.suite.js';
import { InterruptibleRedis } from './interruptible-redis.suite.js';

const hasXp = (game: GamificationUnderTest, accountId: string, xp: number) =>
  eventually(`${xp} XP`, async () => (await game.xp(accountId)) === xp);
const dueRows = async (game: GamificationUnderTest) =>
  (await game.service.service.pool.query<{ count: number }>('select count(*)::int as count from due_xp')).rows[0]!.count;

describe('XP of anonymous posts', () => {
  const redis = new InterruptibleRedis();
  let game: GamificationUnderTest;
  beforeAll(async () => {
    await redis.open();
    game = await startGamification({ redisUrl: redis.url });
  });
  afterAll(async () => {
    await game.stop();
    await redis.close();
  });

  it('is paid to the author without a trace of the post', async () => {
    const author = randomUUID();
    const asked = questionAsked(anonymous(author));
    const { questionId } = asked.data as { questionId: string };
    await game.content.publish(asked, asked);
    await hasXp(game, author, 10);
    expect(await game.activities(author)).toMatchObject([
      { rule: 'question-posted', amount: 10, counted: 10, contentType: null, contentId: null, createdAt: at },
    ]);
    const log = await game.service.service.pool.query<{ text: string }>(`select stream || data || meta as text from events`);
    const text = log.rows.map((row) => row.text).join('\n');
    expect(text).toContain(author);
    for (const clue of [questionId, asked.eventId, asked.meta.correlationId!]) expect(text).not.toContain(clue);
    expect(await dueRows(game)).toBe(0);
  });

  it('is paid once for a question that a person answers with and without their name', async () => {
    const replier = randomUUID();
    const question = { id: randomUUID(), owner: anonymous(randomUUID()) };
    await game.content.publish(
      replyPosted(anonymous(replier), question),
      replyPosted(named(replier), question),
      questionAsked(named(replier)),
    );
    await hasXp(game, replier, 25);
    await eventually('nothing is due', async () => (await dueRows(game)) === 0);
    expect(await game.xp(replier)).toBe(25);
  });

  it('is not paid for a reply to the own anonymous question, nor for boosting it', async () => {
    const person = randomUUID();
    const owner = anonymous(person);
    await game.content.publish(replyPosted(named(person), { id: randomUUID(), owner }), questionAsked(named(person)));
    await game.engagement.publish(toggled(pairOf(person, owner), 1), toggled(pairOf(person, named(randomUUID())), 1));
    await hasXp(game, person, 15);
    expect((await game.activities(person)).map((activity) => activity.rule).sort()).toEqual(['boost-given', 'question-posted']);
  });

  it('follows received boosts, taken back and given again', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const pair = pairOf(booster, anonymous(author));
    await game.engagement.publish(toggled(pair, 1));
    await hasXp(game, author, 3);
    expect(await game.xp(booster)).toBe(5);
    expect(await game.activities(booster)).toMatchObject([{ contentType: 'question', contentId: pair.contentId }]);
    await game.engagement.publish(toggled(pair, 2));
    await hasXp(game, author, 0);
    expect(await game.activities(author)).toMatchObject([{ isReversed: true, counted: 0, contentId: null }]);
    await game.engagement.publish(toggled(pair, 3), toggled(pair, 2));
    await hasXp(game, author, 3);
    expect(await game.activities(author)).toHaveLength(1);
  });

  it('waits while Redis is gone, and everything else goes on', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    await redis.close();
    await game.content.publish(questionAsked(anonymous(author)));
    await eventually('the due row', async () => (await dueRows(game)) === 1);
    await game.engagement.publish(toggled(pairOf(booster, named(randomUUID())), 1));
    await hasXp(game, booster, 5);
    expect(await game.xp(author)).toBe(0);

    await redis.open();
    await hasXp(game, author, 10);
    expect(await dueRows(game)).toBe(0);
  });
});

describe('the delay of anonymous XP', () => {
  it('keeps a due row until its time, also when the service starts without Redis', async () => {
    const redis = new InterruptibleRedis();
    await redis.open();
    await redis.close();
    const game = await startGamification({ redisUrl: redis.url, maxDelaySeconds: 3600 });
    try {
      const author = randomUUID();
      const act = new Date().toISOString();
      await game.content.publish(questionAsked(anonymous(author), act), questionAsked(anonymous(author), at));
      await eventually('both due rows', async () => (await dueRows(game)) === 2);
      await redis.open();
      // The one of the past was due long ago; the other one is due within the hour to come.
      await hasXp(game, author, 10);
      const { rows } = await game.service.service.pool.query<{ due_at: Date }>('select due_at from due_xp');
      expect(rows).toHaveLength(1);
      const delay = rows[0]!.due_at.getTime() - Date.parse(act);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(3_600_000);
    } finally {
      await game.stop();
      await redis.close();
    }
  });
});
