import { randomUUID } from 'node:crypto';
import { type BoostTarget, contentKey, contentRpc, engagementRpc } from '@hearsay/contracts';
import { createTestServiceStub, randomSealKeys, startTestService, type TestService, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engagement } from '../engagement.definition.js';

let service: TestService;
let content: { stop(): void };
const targets = new Map<string, BoostTarget>();
/** What content was asked for, a question each. */
const asked: string[][] = [];

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  content = createTestServiceStub(service.connection, prefix, 'content', {
    [contentRpc.boostTargets.name]: (input) => {
      const { items } = input as { items: BoostTarget[] };
      asked.push(items.map(contentKey));
      return { targets: items.flatMap((item) => targets.get(contentKey(item)) ?? []) };
    },
  });
});
afterAll(async () => {
  content.stop();
  await service.stop();
});

const question = (thresholds: number[] = []): BoostTarget => {
  const id = randomUUID();
  const target = {
    contentType: 'question' as const,
    contentId: id,
    questionId: id,
    owner: { accountId: randomUUID(), sealed: null },
    thresholds,
  };
  targets.set(contentKey(target), target);
  return target;
};
const boost = (target: BoostTarget, accountId: string, isBoosted: boolean | null = null, context: object = {}) =>
  service.call(engagementRpc.setBoost, { contentType: target.contentType, contentId: target.contentId, isBoosted }, accountId, context);
const counts = async (target: BoostTarget, accountId: string | null) =>
  (
    await service.call(
      engagementRpc.contentCounts,
      { items: [{ contentType: target.contentType, contentId: target.contentId }] },
      accountId,
    )
  ).counts[0];

describe('boosts', () => {
  it('count exactly under many people toggling at once', async () => {
    const target = question();
    const people = Array.from({ length: 60 }, () => randomUUID());
    await Promise.all(people.flatMap((person) => [boost(target, person), boost(target, person), boost(target, person)]));
    expect(await counts(target, people[0]!)).toMatchObject({ boostCount: 60, isBoosted: true, revision: 180 });
    const rows = await service.service.pool.query<{ count: number }>(
      'select count(*)::int as count from boosts where content_id = $1 and is_boosted',
      [target.contentId],
    );
    expect(rows.rows[0]?.count).toBe(60);
  });

  it('answer a repeated key with the first result and do not toggle again', async () => {
    const target = question();
    const person = randomUUID();
    const idempotencyKey = randomUUID();
    const first = await boost(target, person, null, { idempotencyKey });
    expect(await boost(target, person, null, { idempotencyKey })).toEqual(first);
    expect(await counts(target, person)).toMatchObject({ boostCount: 1, isBoosted: true });
    await expect(boost(target, person, true, { idempotencyKey })).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('tell exactly once that a threshold was reached, and again to a repeat of that call', async () => {
    const target = question([2]);
    await boost(target, randomUUID());
    const idempotencyKey = randomUUID();
    const person = randomUUID();
    expect(await boost(target, person, true, { idempotencyKey })).toMatchObject({ hasReachedThreshold: true, boostPeak: 2 });
    expect(await boost(target, person, true, { idempotencyKey })).toMatchObject({ hasReachedThreshold: true });
    await boost(target, person, false);
    expect(await boost(target, person, true)).toMatchObject({ hasReachedThreshold: false, boostPeak: 2 });
  });

  it('are refused for what content does not know', async () => {
    const unknown = { ...question(), contentId: randomUUID() };
    await expect(boost(unknown, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(await counts(unknown, null)).toBeUndefined();
  });

  it('of a visitor are refused', async () => {
    const { contentType, contentId } = question();
    await expect(service.call(engagementRpc.setBoost, { contentType, contentId, isBoosted: null }, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('leave no event behind when the deadline has passed', async () => {
    const target = question();
    const late = boost(target, randomUUID(), true, { deadline: new Date(Date.now() - 1).toISOString() });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await counts(target, null)).toMatchObject({ boostCount: 0 });
  });
});

describe('content that is unknown here', () => {
  const countsOf = async (items: readonly BoostTarget[]) =>
    (
      await service.call(
        engagementRpc.contentCounts,
        { items: items.map(({ contentType, contentId }) => ({ contentType, contentId })) },
        null,
      )
    ).counts.map(({ contentId }) => contentId);

  it('is asked for in one question for a whole batch', async () => {
    const known = Array.from({ length: 30 }, () => question());
    const unknown = Array.from({ length: 30 }, () => question());
    for (const target of unknown) targets.delete(contentKey(target));
    asked.length = 0;
    expect(await countsOf([...known, ...unknown])).toEqual(known.map(({ contentId }) => contentId));
    expect(asked.map((items) => items.length)).toEqual([60]);
  });

  it('is not asked for again and again', async () => {
    const target = question();
    targets.delete(contentKey(target));
    asked.length = 0;
    expect(await countsOf([target])).toEqual([]);
    expect(await countsOf([target, target])).toEqual([]);
    await expect(boost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(asked.length).toBe(1);
  });
});
