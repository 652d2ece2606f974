import { randomUUID } from 'node:crypto';
import { engagementRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { expectRefusal, removalOrRestoreFact, useEngagement } from '../tests/engagement-under-test.suite.js';

const engagement = useEngagement();
const { boost, targetOf, forget, countsOf } = engagement;

describe('boosts', () => {
  it('boosts are counted exactly under concurrent toggles of many people', async () => {
    const target = targetOf('question');
    const people = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all([...people, ...people, ...people].map((person) => boost(target, person)));
    const counts = { boostCount: 60, isBoosted: true, revision: 180 };
    expect(await countsOf(target, people[0]!)).toMatchObject(counts);
    expect(await engagement.count('boosts where content_id = $1 and is_boosted', [target.contentId])).toBe(60);
  });

  it('a repeated call with the same key gets the first result, even after a removal', async () => {
    const target = targetOf('question');
    const person = randomUUID();
    const key = { idempotencyKey: randomUUID() };
    const first = await boost(target, person, null, key);
    expect(await boost(target, person, null, key)).toEqual(first);
    expect(await countsOf(target, person)).toMatchObject({ boostCount: 1, isBoosted: true });
    forget(target);
    await engagement.content.publish(removalOrRestoreFact(target, 1));
    await eventually('it is gone', async () => (await countsOf(target, person)) === undefined);
    await expectRefusal(boost(target, person, true), 'not_found');
    expect(await boost(target, person, null, key)).toEqual(first);
    await expectRefusal(boost(target, person, false, key), 'key_reused');
  });
});

it('one read of many items makes one call to content', async () => {
  const known = Array.from({ length: 30 }, () => targetOf('question'));
  const unknown = Array.from({ length: 30 }, () => targetOf('question'));
  forget(...unknown);
  engagement.asked.length = 0;
  const items = [...known, ...unknown].map(({ contentType, contentId }) => ({ contentType, contentId }));
  const { counts } = await engagement.call(engagementRpc.contentCounts, { items }, null);
  expect(counts.map(({ contentId }) => contentId)).toEqual(known.map(({ contentId }) => contentId));
  expect(engagement.asked.map((asked) => asked.length)).toEqual([60]);
});
