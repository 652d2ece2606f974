import { randomUUID } from 'node:crypto';
import { type BoostTarget, type ContentRef, contentKey, contentRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { EngagementUnderTest } from '../tests/engagement-under-test.suite.js';

const [asker, target, stranger] = [randomUUID(), randomUUID(), randomUUID()];
const waiting = new Map<string, { of: BoostTarget; isAnonymous: boolean }>();
const known = (input: unknown) =>
  (input as { items: ContentRef[] }).items.flatMap((item) => waiting.get(contentKey(item)) ?? []);
const engagement = new EngagementUnderTest({
  contentAnswers: {
    [contentRpc.boostTargets.name]: (input) => ({
      targets: [],
      waiting: known(input).map(({ of: { contentType, contentId } }) => ({ contentType, contentId })),
    }),
    [contentRpc.seenTargets.name]: (input, { accountId }) => ({
      targets:
        accountId === asker || accountId === target
          ? known(input).map(({ of, isAnonymous }) => ({ ...of, mayBoost: !isAnonymous || accountId !== asker }))
          : [],
    }),
  },
});

const ask = (isAnonymous = false): BoostTarget => {
  const contentId = randomUUID();
  const owner = isAnonymous ? { accountId: null, sealed: 'sealed.by.some.key' } : { accountId: asker, sealed: null };
  const of: BoostTarget = { contentType: 'question', contentId, questionId: contentId, owner, thresholds: [] };
  waiting.set(contentKey(of), { of, isAnonymous });
  return of;
};
describe.each([
  ['that engagement knows', true],
  ['that engagement has not heard of yet', false],
])('a pending question, %s', (_name, isKnown) => {
  it('can be boosted only by its two people, also after a stranger’s attempts', async () => {
    const question = ask();
    if (isKnown) await engagement.hearOf(question, target);
    await expect(engagement.boost(question, stranger, true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await engagement.boost(question, asker, true)).toMatchObject({ boostCount: 1, hasReachedThreshold: true });
    expect(await engagement.boost(question, target, true)).toMatchObject({ boostCount: 2, hasReachedThreshold: true });
    await expect(engagement.boost(question, stranger, true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await engagement.countsOf(question, asker)).toMatchObject({ boostCount: 2, isBoosted: true });
    expect([await engagement.countsOf(question, stranger), await engagement.countsOf(question, null)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('cannot be reposted', async () => {
    const question = ask();
    if (isKnown) await engagement.hearOf(question, target);
    for (const as of [asker, target, stranger]) {
      await expect(engagement.repost(question, as)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('cannot be boosted by its anonymous author, who still reads its counters', async () => {
    const question = ask(true);
    if (isKnown) await engagement.hearOf(question, target);
    await engagement.boost(question, target, true);
    await expect(engagement.boost(question, asker, true)).rejects.toMatchObject({ code: 'not_found' });
    expect(await engagement.countsOf(question, asker)).toMatchObject({ boostCount: 1, isBoosted: false });
    const { rows } = await engagement.pool.query('select account_id from boosts where content_id = $1', [
      question.contentId,
    ]);
    expect(rows).toEqual([{ account_id: target }]);
  });
});

describe('an approved question', () => {
  it('is open to everyone with its earlier boosts', async () => {
    const question = ask();
    await engagement.hearOf(question, target);
    await engagement.boost(question, target, true);
    await engagement.content.publish(engagement.approvedFact(question, target));
    await eventually(
      'everybody sees its counters',
      async () => (await engagement.countsOf(question, null))?.boostCount === 1,
    );
    expect(await engagement.boost(question, stranger, true)).toMatchObject({
      boostCount: 2,
      hasReachedThreshold: false,
    });
  });
});
