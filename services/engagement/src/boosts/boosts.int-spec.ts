import { randomUUID } from 'node:crypto';
import { type BoostTarget, engagementRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { EngagementUnderTest } from '../tests/engagement-under-test.suite.js';

const engagement = new EngagementUnderTest();

describe('boosts', () => {
  it('count exactly under concurrent toggles of many people', async () => {
    const target = engagement.targetOf('question');
    const people = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all(
      people.flatMap((person) => [
        engagement.boost(target, person),
        engagement.boost(target, person),
        engagement.boost(target, person),
      ]),
    );
    expect(await engagement.countsOf(target, people[0]!)).toMatchObject({
      boostCount: 60,
      isBoosted: true,
      revision: 180,
    });
    const rows = await engagement.pool.query<{ count: number }>(
      'select count(*)::int as count from boosts where content_id = $1 and is_boosted',
      [target.contentId],
    );
    expect(rows.rows[0]?.count).toBe(60);
  });

  it('answer a repeated key with the first result without another toggle', async () => {
    const target = engagement.targetOf('question');
    const person = randomUUID();
    const idempotencyKey = randomUUID();
    const first = await engagement.boost(target, person, null, { idempotencyKey });
    expect(await engagement.boost(target, person, null, { idempotencyKey })).toEqual(first);
    expect(await engagement.countsOf(target, person)).toMatchObject({ boostCount: 1, isBoosted: true });
    await expect(engagement.boost(target, person, true, { idempotencyKey })).rejects.toMatchObject({
      code: 'key_reused',
    });
  });

  it('are refused for content that does not exist', async () => {
    const unknown = { ...engagement.targetOf('question'), contentId: randomUUID() };
    await expect(engagement.boost(unknown, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(await engagement.countsOf(unknown, null)).toBeUndefined();
  });

  it('answer a repeated key as before after the content was removed', async () => {
    const target = engagement.targetOf('question');
    const person = randomUUID();
    const key = { idempotencyKey: randomUUID() };
    const first = await engagement.boost(target, person, true, key);
    engagement.forget(target);
    await engagement.content.publish(engagement.removedFact(target, 1));
    await eventually('it is gone', async () => (await engagement.countsOf(target, person)) === undefined);
    await expect(engagement.boost(target, person, true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await engagement.boost(target, person, true, key)).toEqual(first);
    await expect(engagement.boost(target, person, false, key)).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('are refused to visitors', async () => {
    await expect(engagement.boost(engagement.targetOf('question'), null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('leave no event after the deadline', async () => {
    const target = engagement.targetOf('question');
    const late = engagement.boost(target, randomUUID(), true, { deadline: new Date(Date.now() - 1).toISOString() });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await engagement.countsOf(target, null)).toMatchObject({ boostCount: 0 });
  });
});

describe('content that engagement does not know', () => {
  const knownOf = async (items: readonly BoostTarget[]) =>
    (
      await engagement.service.call(
        engagementRpc.contentCounts,
        { items: items.map(({ contentType, contentId }) => ({ contentType, contentId })) },
        null,
      )
    ).counts.map(({ contentId }) => contentId);

  it('is asked for once for a whole batch', async () => {
    const known = Array.from({ length: 30 }, () => engagement.targetOf('question'));
    const unknown = Array.from({ length: 30 }, () => engagement.targetOf('question'));
    engagement.forget(...unknown);
    engagement.asked.length = 0;
    expect(await knownOf([...known, ...unknown])).toEqual(known.map(({ contentId }) => contentId));
    expect(engagement.asked.map((items) => items.length)).toEqual([60]);
  });

  it('is not asked for again while its absence is known', async () => {
    const askThrice = async () => {
      const target = engagement.targetOf('question');
      engagement.forget(target);
      engagement.asked.length = 0;
      expect(await knownOf([target])).toEqual([]);
      const answeredAt = performance.now();
      expect(await knownOf([target, target])).toEqual([]);
      await expect(engagement.boost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
      return { questions: engagement.asked.length, tookMs: performance.now() - answeredAt };
    };
    let asked = await askThrice();
    // A denial is cached for two seconds. A slow machine may exceed that, so the test retries.
    await eventually('two calls within the time', async () => {
      if (asked.tookMs < 1000) return true;
      asked = await askThrice();
      return false;
    });
    expect(asked.questions).toBe(1);
  });
});
