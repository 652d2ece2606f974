import { randomUUID } from 'node:crypto';
import {
  type BoostTarget,
  type ContentRef,
  contentKey,
  contentRpc,
  engagementRpc,
  QuestionApproved,
  QuestionAsked,
} from '@hearsay/contracts';
import {
  createTestServiceStub,
  type EventSource,
  eventually,
  randomSealKeys,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engagement } from '../engagement.definition.js';

let service: TestService;
let stub: { stop(): void };
let content: EventSource;
const [asker, target, stranger] = [randomUUID(), randomUUID(), randomUUID()];
/** Questions that wait for their approval; of anonymous ones the asker may boost none. */
const waiting = new Map<string, { of: BoostTarget; isAnonymous: boolean }>();
const at = '2026-03-04T05:06:07.008Z';

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  content = await startEventSource('content', service.connection, prefix);
  const known = (input: unknown) => (input as { items: ContentRef[] }).items.flatMap((item) => waiting.get(contentKey(item)) ?? []);
  stub = createTestServiceStub(service.connection, prefix, 'content', {
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
  });
});
afterAll(async () => {
  stub.stop();
  await content.stop();
  await service.stop();
});

const ask = (isAnonymous = false): BoostTarget => {
  const contentId = randomUUID();
  const owner = isAnonymous ? { accountId: null, sealed: 'sealed.by.some.key' } : { accountId: asker, sealed: null };
  const of: BoostTarget = { contentType: 'question', contentId, questionId: contentId, owner, thresholds: [] };
  waiting.set(contentKey(of), { of, isAnonymous });
  return of;
};
/** Lets engagement hear of a question, that it waits. */
const tell = async ({ questionId, owner }: BoostTarget) => {
  const asked = { titleTextId: randomUUID(), descriptionTextId: null, isAnonymous: owner.sealed !== null, allowAnonymousAnswers: true };
  const data = { questionId, owner, ...asked, replyBoostThreshold: 0, targetId: target };
  await content.publish(sourceFact(QuestionAsked, data, { at, routingId: questionId }));
  await eventually('the question is known to wait', async () => {
    const { rows } = await service.service.pool.query('select 1 from contents where content_id = $1 and is_pending', [questionId]);
    return rows.length === 1;
  });
};
const boost = ({ contentType, contentId }: BoostTarget, as: string) =>
  service.call(engagementRpc.setBoost, { contentType, contentId, isBoosted: true }, as);
const countsFor = async ({ contentType, contentId }: BoostTarget, as: string | null) =>
  (await service.call(engagementRpc.contentCounts, { items: [{ contentType, contentId }] }, as)).counts[0];

describe.each([
  ['that engagement knows', true],
  ['that engagement has not heard of yet', false],
])('a question that waits for its approval, %s', (_name, isKnown) => {
  it('is boosted by its two people and by nobody else, however often a stranger has tried before', async () => {
    const question = ask();
    if (isKnown) await tell(question);
    await expect(boost(question, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect(await boost(question, asker)).toMatchObject({ boostCount: 1 });
    expect(await boost(question, target)).toMatchObject({ boostCount: 2 });
    await expect(boost(question, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect(await countsFor(question, asker)).toMatchObject({ boostCount: 2, isBoosted: true });
    expect([await countsFor(question, stranger), await countsFor(question, null)]).toEqual([undefined, undefined]);
  });

  it('is passed on by nobody', async () => {
    const question = ask();
    if (isKnown) await tell(question);
    const { contentType, contentId } = question;
    for (const as of [asker, target, stranger]) {
      const repost = service.call(engagementRpc.repost, { contentType, contentId, text: null }, as);
      await expect(repost).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('is not boosted by whoever asked it anonymously, who still reads its counters', async () => {
    const question = ask(true);
    if (isKnown) await tell(question);
    await boost(question, target);
    await expect(boost(question, asker)).rejects.toMatchObject({ code: 'not_found' });
    expect(await countsFor(question, asker)).toMatchObject({ boostCount: 1, isBoosted: false });
    const { rows } = await service.service.pool.query('select account_id from boosts where content_id = $1', [question.contentId]);
    expect(rows).toEqual([{ account_id: target }]);
  });
});

describe('an approved question', () => {
  it('is everybody’s, with what was boosted before', async () => {
    const question = ask();
    await tell(question);
    await boost(question, target);
    const { questionId, owner } = question;
    const data = { questionId, owner, isAnonymous: false, targetId: target, number: 1 };
    await content.publish(sourceFact(QuestionApproved, data, { at, routingId: questionId }));
    await eventually('everybody sees its counters', async () => (await countsFor(question, null))?.boostCount === 1);
    expect(await boost(question, stranger)).toMatchObject({ boostCount: 2 });
  });
});
