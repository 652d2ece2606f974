import { randomUUID } from 'node:crypto';
import { type ContentRef, type ContentTarget, contentKey, contentRpc } from '@hearsay/contracts';
import { eventually, questionApproved } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { expectRefusal, useEngagement } from '../tests/engagement-under-test.suite.js';

const [asker, target, stranger] = [randomUUID(), randomUUID(), randomUUID()];
const waiting = new Map<string, { of: ContentTarget; isAnonymous: boolean }>();
const known = (input: unknown) =>
  (input as { items: ContentRef[] }).items.flatMap((item) => waiting.get(contentKey(item)) ?? []);
const engagement = useEngagement({
  contentAnswers: {
    [contentRpc.contentTargets.name]: (input) => ({
      targets: [],
      waiting: known(input).map(({ of: { contentType, contentId } }) => ({ contentType, contentId })),
    }),
    [contentRpc.visibleTargets.name]: (input, { accountId }) => ({
      targets:
        accountId === asker || accountId === target
          ? known(input).map(({ of, isAnonymous }) => ({ ...of, mayBoost: !isAnonymous || accountId !== asker }))
          : [],
    }),
  },
});
const { boost, repost, countsOf, hearOf } = engagement;

const ask = (isAnonymous = false): ContentTarget => {
  const owner = isAnonymous ? { accountId: null, sealed: 'sealed.by.some.key' } : { accountId: asker, sealed: null };
  const of = engagement.targetOf('question', { owner });
  waiting.set(contentKey(of), { of, isAnonymous });
  return of;
};

describe.each([
  ['that engagement knows', true],
  ['that engagement has not heard of yet', false],
])('a pending question, %s', (_name, isKnown) => {
  const asked = async (isAnonymous = false) => {
    const question = ask(isAnonymous);
    if (isKnown) await hearOf(question, target);
    return question;
  };

  it('a pending question can be boosted only by asker and target', async () => {
    const question = await asked();
    await expectRefusal(boost(question, stranger, true), 'not_found');
    expect(await boost(question, asker, true)).toMatchObject({ boostCount: 1, hasReachedThreshold: true });
    expect(await boost(question, target, true)).toMatchObject({ boostCount: 2, hasReachedThreshold: true });
    await expectRefusal(boost(question, stranger, true), 'not_found');
    expect(await countsOf(question, asker)).toMatchObject({ boostCount: 2, isBoosted: true });
    for (const other of [stranger, null]) expect(await countsOf(question, other)).toBeUndefined();
  });

  it('a pending question cannot be reposted', async () => {
    const question = await asked();
    for (const as of [asker, target, stranger]) await expectRefusal(repost(question, as), 'not_found');
  });

  it('an anonymous author can read the counters of the question, but not boost it', async () => {
    const question = await asked(true);
    await boost(question, target, true);
    await expectRefusal(boost(question, asker, true), 'not_found');
    expect(await countsOf(question, asker)).toMatchObject({ boostCount: 1, isBoosted: false });
    const boosters = await engagement.rows('select account_id from boosts where content_id = $1', [question.contentId]);
    expect(boosters).toEqual([{ account_id: target }]);
  });
});

describe('an approved question', () => {
  it('an approved question can be boosted by everyone, and keeps its earlier boosts', async () => {
    const question = ask();
    await hearOf(question, target);
    await boost(question, target, true);
    await engagement.content.publish(questionApproved(question.owner, target, question.questionId));
    await eventually('its counters are open', async () => (await countsOf(question, null))?.boostCount === 1);
    expect(await boost(question, stranger, true)).toMatchObject({ boostCount: 2, hasReachedThreshold: false });
  });
});
