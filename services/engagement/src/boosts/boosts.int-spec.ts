import { randomUUID } from 'node:crypto';
import { type ContentTarget, engagementRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { EngagementFixture, refused, removedOrBack } from '../tests/engagement-under-test.suite.js';

const engagement = new EngagementFixture();
const { boost, targetOf, forget, countsOf } = engagement;

describe('boosts', () => {
  it('count exactly under concurrent toggles of many people', async () => {
    const target = targetOf('question');
    const people = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all([...people, ...people, ...people].map((person) => boost(target, person)));
    const counts = { boostCount: 60, isBoosted: true, revision: 180 };
    expect(await countsOf(target, people[0]!)).toMatchObject(counts);
    const rows = await engagement.rows('select 1 from boosts where content_id = $1 and is_boosted', target.contentId);
    expect(rows).toHaveLength(60);
  });

  it('answer a repeated key as before, also after the content was removed', async () => {
    const target = targetOf('question');
    const person = randomUUID();
    const key = { idempotencyKey: randomUUID() };
    const first = await boost(target, person, null, key);
    expect(await boost(target, person, null, key)).toEqual(first);
    expect(await countsOf(target, person)).toMatchObject({ boostCount: 1, isBoosted: true });
    forget(target);
    await engagement.content.publish(removedOrBack(target, 1));
    await eventually('it is gone', async () => (await countsOf(target, person)) === undefined);
    await refused(boost(target, person, true), 'not_found');
    expect(await boost(target, person, null, key)).toEqual(first);
    await refused(boost(target, person, false, key), 'key_reused');
  });
});

describe('content that engagement does not know', () => {
  const knownOf = async (targets: readonly ContentTarget[]) => {
    const items = targets.map(({ contentType, contentId }) => ({ contentType, contentId }));
    const { counts } = await engagement.service.call(engagementRpc.contentCounts, { items }, null);
    return counts.map(({ contentId }) => contentId);
  };

  it('is asked for once for a whole batch', async () => {
    const known = Array.from({ length: 30 }, () => targetOf('question'));
    const unknown = Array.from({ length: 30 }, () => targetOf('question'));
    forget(...unknown);
    engagement.asked.length = 0;
    expect(await knownOf([...known, ...unknown])).toEqual(known.map(({ contentId }) => contentId));
    expect(engagement.asked.map((items) => items.length)).toEqual([60]);
  });

  it('is not asked for again while its absence is known', async () => {
    const askThrice = async () => {
      const target = targetOf('question');
      forget(target);
      engagement.asked.length = 0;
      expect(await knownOf([target])).toEqual([]);
      const answeredAt = performance.now();
      expect(await knownOf([target, target])).toEqual([]);
      await refused(boost(target, randomUUID()), 'not_found');
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
