import { randomUUID } from 'node:crypto';
import {
  type BoostTarget,
  ContentRemoved,
  ContentRestored,
  contentKey,
  contentRpc,
  engagementRpc,
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
import { Erasures } from './erasures.js';

let service: TestService;
let stub: { stop(): void };
let content: EventSource;
const targets = new Map<string, BoostTarget>();
const at = '2026-03-04T05:06:07.008Z';

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  content = await startEventSource('content', service.connection, prefix);
  stub = createTestServiceStub(service.connection, prefix, 'content', {
    [contentRpc.boostTargets.name]: (input) => ({
      targets: (input as { items: BoostTarget[] }).items.flatMap((item) => targets.get(contentKey(item)) ?? []),
    }),
  });
});
afterAll(async () => {
  stub.stop();
  await content.stop();
  await service.stop();
});

const targetOf = (contentType: BoostTarget['contentType'], questionId?: string): BoostTarget => {
  const contentId = randomUUID();
  const owner = { accountId: randomUUID(), sealed: null };
  const target = { contentType, contentId, questionId: questionId ?? contentId, owner, thresholds: [] };
  targets.set(contentKey(target), target);
  return target;
};
const repost = ({ contentType, contentId }: BoostTarget, as: string, text: string) =>
  service.call(engagementRpc.repost, { contentType, contentId, text }, as);
const remove = ({ contentId }: BoostTarget, reposterId: string) =>
  service.call(engagementRpc.removeRepost, { reposterId, contentId, isAmbassador: false }, reposterId);
const areThere = async (words: string) =>
  (await service.service.pool.query('select 1 from texts where words = $1', [words])).rows.length > 0;
const sweep = () => new Erasures(service.service.pool, { warn: () => undefined }).run();
/** As if 72 hours had gone by since all removals so far. */
const letTimeGoBy = async () => {
  const { pool } = service.service;
  for (const table of ['repost_erasures', 'content_erasures'])
    await pool.query(`update ${table} set due_at = due_at - interval '72 hours' where due_at > clock_timestamp()`);
};
const leftToDo = async () => {
  const { rows } = await service.service.pool.query('select 1 from repost_erasures union all select 1 from content_erasures');
  return rows.length;
};

describe('the words of a repost', () => {
  it('stay for 72 hours after it was taken back, and are then erased for good', async () => {
    const [target, maya, words] = [targetOf('question'), randomUUID(), randomUUID()];
    await repost(target, maya, words);
    await sweep();
    expect(await areThere(words)).toBe(true);
    await remove(target, maya);
    const { rows } = await service.service.pool.query<{ hours: number }>(
      'select extract(epoch from due_at - clock_timestamp())::float8 / 3600 as hours from repost_erasures',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.hours).toBeGreaterThan(71);
    expect(rows[0]!.hours).toBeLessThanOrEqual(72);
    await sweep();
    expect(await areThere(words)).toBe(true);
    await letTimeGoBy();
    await sweep();
    expect([await areThere(words), await leftToDo()]).toEqual([false, 0]);
  });

  it('stay with a repost that came back, and with one that was hidden a second time until that is over', async () => {
    const [target, maya, words] = [targetOf('question'), randomUUID(), randomUUID()];
    await repost(target, maya, words);
    const [first, second] = [randomUUID(), randomUUID()];
    await service.call(engagementRpc.hideRepostsOf, { accountId: maya, removalId: first }, null);
    await service.call(engagementRpc.showRepostsOf, { accountId: maya, removalId: first }, null);
    await letTimeGoBy();
    await sweep();
    expect([await areThere(words), await leftToDo()]).toEqual([true, 0]);
    await service.call(engagementRpc.hideRepostsOf, { accountId: maya, removalId: second }, null);
    await sweep();
    expect(await areThere(words)).toBe(true);
    await letTimeGoBy();
    await sweep();
    expect(await areThere(words)).toBe(false);
    await service.call(engagementRpc.showRepostsOf, { accountId: maya, removalId: second }, null);
    const { reposts } = await service.call(engagementRpc.repostsOf, { accountId: maya, before: null, limit: 50 }, null);
    expect(reposts).toMatchObject([{ contentId: target.contentId, text: null }]);
  });

  it('go at once when new ones take their place', async () => {
    const [target, maya, old, words] = [targetOf('question'), randomUUID(), randomUUID(), randomUUID()];
    await repost(target, maya, old);
    await remove(target, maya);
    await repost(target, maya, words);
    expect([await areThere(old), await areThere(words)]).toEqual([false, true]);
    await letTimeGoBy();
    await sweep();
    expect(await areThere(words)).toBe(true);
  });

  it('go 72 hours after what it is of was removed, with its question too, unless that has come back', async () => {
    const [question, kept, returned] = [targetOf('question'), targetOf('question'), targetOf('question')];
    const reply = targetOf('discussion', question.questionId);
    const maya = randomUUID();
    const wordsOf = new Map([question, kept, returned, reply].map((target) => [target, randomUUID()]));
    for (const target of [question, kept, returned]) {
      const { questionId, owner } = target;
      const asked = { titleTextId: randomUUID(), descriptionTextId: null, isAnonymous: false, allowAnonymousAnswers: true };
      const data = { questionId, owner, ...asked, replyBoostThreshold: 0, targetId: null };
      await content.publish(sourceFact(QuestionAsked, data, { at, routingId: questionId }));
    }
    for (const [target, words] of wordsOf) await repost(target, maya, words);
    const removal = ({ contentType, contentId, questionId, owner }: BoostTarget, revision: number) => ({
      contentType,
      contentId,
      questionId,
      owner,
      isAnonymous: false,
      removalId: randomUUID(),
      revision,
      number: null,
    });
    await content.publish(
      sourceFact(ContentRemoved, { ...removal(question, 1), cause: 'author' }, { at, routingId: question.questionId }),
      sourceFact(ContentRemoved, { ...removal(returned, 1), cause: 'wipe' }, { at, routingId: returned.questionId }),
      sourceFact(ContentRestored, removal(returned, 2), { at, routingId: returned.questionId }),
    );
    await eventually('all facts have been applied', async () => {
      const { rows } = await service.service.pool.query('select 1 from contents where content_id = $1 and removals = 2', [
        returned.contentId,
      ]);
      return rows.length === 1;
    });
    await sweep();
    const areLeft = async () => Promise.all([question, reply, kept, returned].map((target) => areThere(wordsOf.get(target)!)));
    expect([await areLeft(), await leftToDo()]).toEqual([[false, false, true, true], 0]);
  });
});
