import { randomUUID } from 'node:crypto';
import {
  AccountErased,
  AccountHidden,
  AccountShown,
  type BoostTarget,
  ContentRemoved,
  ContentRestored,
  contentKey,
  contentRpc,
  engagementRpc,
  type LiveCounts,
  liveSubjects,
  QuestionApproved,
  QuestionAsked,
} from '@hearsay/contracts';
import { rebuildReadModel } from '@hearsay/event-store';
import { subscribeLive } from '@hearsay/messaging';
import {
  createTestServiceStub,
  type EventSource,
  eventually,
  inGroups,
  randomSealKeys,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  tableRows,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boostRows } from '../boosts/boost.projection.js';
import { counterRows } from '../counters/counter.projection.js';
import { engagement } from '../engagement.definition.js';
import { repostRows } from './repost.projection.js';

let service: TestService;
let stub: { stop(): void };
let content: EventSource;
let identity: EventSource;
/** What content says to have when it is asked. */
const targets = new Map<string, BoostTarget>();

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  content = await startEventSource('content', service.connection, prefix);
  identity = await startEventSource('identity', service.connection, prefix);
  stub = createTestServiceStub(service.connection, prefix, 'content', {
    [contentRpc.boostTargets.name]: (input) => ({
      targets: (input as { items: BoostTarget[] }).items.flatMap((item) => targets.get(contentKey(item)) ?? []),
    }),
  });
});
afterAll(async () => {
  stub.stop();
  await content.stop();
  await identity.stop();
  await service.stop();
});

const at = '2026-11-20T10:00:00.000Z';
const anonymous = { accountId: null, sealed: 'sealed.by.some.key' };
const targetOf = (contentType: BoostTarget['contentType'], over: Partial<BoostTarget> = {}): BoostTarget => {
  const contentId = randomUUID();
  const target = {
    contentType,
    contentId,
    questionId: contentId,
    owner: { accountId: randomUUID(), sealed: null },
    thresholds: [],
    ...over,
  };
  targets.set(contentKey(target), target);
  return target;
};
const repost = (target: BoostTarget, as: string | null, text: string | null = null, context: object = {}) =>
  service.call(engagementRpc.repost, { contentType: target.contentType, contentId: target.contentId, text }, as, context);
const remove = (target: BoostTarget, reposterId: string, as: string | null = reposterId, isAmbassador = false, context: object = {}) =>
  service.call(engagementRpc.removeRepost, { reposterId, contentId: target.contentId, isAmbassador }, as, context);
const boost = (target: BoostTarget, as: string) =>
  service.call(engagementRpc.setBoost, { contentType: target.contentType, contentId: target.contentId, isBoosted: null }, as);
const countsOf = async (target: BoostTarget, as: string | null) => {
  const { contentType, contentId } = target;
  const { counts } = await service.call(engagementRpc.contentCounts, { items: [{ contentType, contentId }] }, as);
  return counts[0];
};
const repostsOf = async (accountId: string) =>
  (await service.call(engagementRpc.repostsOf, { accountId, before: null, limit: 50 }, null)).reposts;
const hide = (accountId: string, removalId: string) => service.call(engagementRpc.hideRepostsOf, { accountId, removalId }, null);
const show = (accountId: string, removalId: string) => service.call(engagementRpc.showRepostsOf, { accountId, removalId }, null);

describe('a repost', () => {
  it.each(['question', 'discussion', 'podcast'] as const)(
    'of a %s counts once for each person, and is the reposter’s own',
    async (type) => {
      const target = targetOf(type);
      const [maya, jonas] = [randomUUID(), randomUUID()];
      const first = await repost(target, maya, 'Hear this');
      expect(first.repostCount).toBe(1);
      expect(await repost(target, jonas)).toMatchObject({ repostCount: 2 });
      await expect(repost(target, maya)).rejects.toMatchObject({ code: 'already_reposted' });
      expect(await countsOf(target, maya)).toMatchObject({ repostCount: 2, hasReposted: true, isBoosted: false });
      expect(await countsOf(target, randomUUID())).toMatchObject({ repostCount: 2, hasReposted: false });
      expect(await countsOf(target, null)).toMatchObject({ repostCount: 2, hasReposted: false });
      const { reposts } = await service.call(engagementRpc.reposts, { repostIds: [first.repostId, randomUUID()] }, null);
      expect(reposts).toEqual([
        expect.objectContaining({ repostId: first.repostId, reposterId: maya, text: 'Hear this', contentType: type }),
      ]);
    },
  );

  it('is made once by many calls at once, and a repeat of its key is answered by the first result', async () => {
    const target = targetOf('question');
    const maya = randomUUID();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => repost(target, maya)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const jonas = randomUUID();
    const idempotencyKey = randomUUID();
    const first = await repost(target, jonas, 'Again', { idempotencyKey });
    expect(await repost(target, jonas, 'Again', { idempotencyKey })).toEqual(first);
    await expect(repost(target, jonas, 'Other words', { idempotencyKey })).rejects.toMatchObject({ code: 'key_reused' });
    expect(await countsOf(target, jonas)).toMatchObject({ repostCount: 2 });
  });

  it('keeps its words in a row of their own, and none of them in the log', async () => {
    const words = `Nobody finds me in the log ${randomUUID()}`;
    await repost(targetOf('question'), randomUUID(), words);
    const log = await service.service.pool.query('select 1 from events where data::text like $1', [`%${words}%`]);
    expect(log.rows).toEqual([]);
    expect((await service.service.pool.query('select 1 from texts where words = $1', [words])).rows).toHaveLength(1);
  });

  it('of a visitor, or of what does not exist, is refused', async () => {
    const target = targetOf('question');
    await expect(repost(target, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    targets.delete(contentKey(target));
    await expect(repost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of anonymous content names the reposter and nobody else', async () => {
    const target = targetOf('question', { owner: anonymous });
    const maya = randomUUID();
    const { repostId } = await repost(target, maya);
    const { reposts } = await service.call(engagementRpc.reposts, { repostIds: [repostId] }, randomUUID());
    expect(reposts[0]).toMatchObject({ reposterId: maya });
    expect(JSON.stringify(reposts)).not.toContain(anonymous.sealed);
  });

  it('pushes the counts with those of the boosts, in one row of revisions', async () => {
    const target = targetOf('question');
    const pushed: LiveCounts[] = [];
    const subject = `${service.prefix}${liveSubjects.counts(target.questionId)}`;
    const subscription = subscribeLive<{ items: LiveCounts[] }>(service.connection, subject, ({ items }) => pushed.push(...items));
    await service.connection.flush();
    await boost(target, randomUUID());
    await repost(target, randomUUID());
    await boost(target, randomUUID());
    await eventually('three pushes', () => pushed.filter(({ questionId }) => questionId === target.questionId).length === 3);
    subscription.unsubscribe();
    expect(pushed.map(({ revision, boostCount, repostCount }) => [revision, boostCount, repostCount])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
      [3, 2, 1],
    ]);
  });
});

describe('taking a repost back', () => {
  it('is for its reposter and for ambassadors, and for nobody else', async () => {
    const target = targetOf('question');
    const [maya, jonas, amara] = [randomUUID(), randomUUID(), randomUUID()];
    await repost(target, maya);
    await repost(target, jonas);
    await expect(remove(target, maya, jonas)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(remove(target, maya, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await remove(target, maya)).toEqual({ contentType: 'question', contentId: target.contentId, questionId: target.questionId });
    await remove(target, jonas, amara, true);
    expect(await countsOf(target, maya)).toMatchObject({ repostCount: 0, hasReposted: false });
  });

  it('that is not there is not found, by a repeated key it is answered as before, and it may be made anew', async () => {
    const target = targetOf('question');
    const maya = randomUUID();
    await expect(remove(target, maya)).rejects.toMatchObject({ code: 'not_found' });
    const { repostId } = await repost(target, maya, 'First words');
    const idempotencyKey = randomUUID();
    await remove(target, maya, maya, false, { idempotencyKey });
    await remove(target, maya, maya, false, { idempotencyKey });
    await expect(remove(target, maya)).rejects.toMatchObject({ code: 'not_found' });
    expect(await repost(target, maya, 'Second words')).toMatchObject({ repostId, repostCount: 1 });
    expect(await repostsOf(maya)).toMatchObject([{ text: 'Second words' }]);
  });
});

describe('all reposts of one person', () => {
  it('go under one removal and come back exactly, without those that were taken back before', async () => {
    const maya = randomUUID();
    const jonas = randomUUID();
    const all = Array.from({ length: 230 }, () => targetOf('question'));
    await inGroups(all, (target) => repost(target, maya));
    await repost(all[0]!, jonas);
    await remove(all[1]!, maya);
    const count = () => service.call(engagementRpc.repostCountOf, { accountId: maya }, null);
    expect(await count()).toEqual({ count: 229 });
    const before = await repostsOf(maya);
    const removalId = randomUUID();
    expect(await hide(maya, removalId)).toEqual({ count: 229 });
    expect(await hide(maya, randomUUID())).toEqual({ count: 0 });
    expect(await count()).toEqual({ count: 0 });
    expect(await repostsOf(maya)).toEqual([]);
    expect(await countsOf(all[0]!, jonas)).toMatchObject({ repostCount: 1, hasReposted: true });
    expect(await show(maya, randomUUID())).toEqual({ count: 0 });
    expect(await show(maya, removalId)).toEqual({ count: 229 });
    expect(await show(maya, removalId)).toEqual({ count: 0 });
    expect(await repostsOf(maya)).toEqual(before);
    expect(await countsOf(all[1]!, maya)).toMatchObject({ repostCount: 0, hasReposted: false });
  });

  it('go with the account that is hidden, come back with it, and lose their words when it is erased', async () => {
    const maya = randomUUID();
    const target = targetOf('question');
    const words = `Erase me ${randomUUID()}`;
    await repost(target, maya, words);
    const fact = (definition: typeof AccountHidden, removalId: string, revision: number) =>
      sourceFact(definition, { accountId: maya, removalId, revision }, { at, routingId: maya });
    const removalId = randomUUID();
    await identity.publish(fact(AccountHidden, removalId, 1));
    await eventually('the repost is hidden', async () => (await countsOf(target, null))?.repostCount === 0);
    await identity.publish(fact(AccountShown as never, removalId, 2));
    await eventually('the repost is back', async () => (await countsOf(target, null))?.repostCount === 1);
    expect(await repostsOf(maya)).toMatchObject([{ text: words }]);
    await identity.publish(fact(AccountErased as never, randomUUID(), 3));
    await eventually('the words are gone', async () => {
      const { rows } = await service.service.pool.query('select 1 from texts where words = $1', [words]);
      return rows.length === 0;
    });
  });
});

describe('content that nobody may see', () => {
  const asked = (target: BoostTarget, targetId: string | null) =>
    sourceFact(
      QuestionAsked,
      {
        questionId: target.questionId,
        titleTextId: randomUUID(),
        descriptionTextId: null,
        owner: target.owner,
        isAnonymous: false,
        allowAnonymousAnswers: true,
        replyBoostThreshold: 0,
        targetId,
      },
      { at, routingId: target.questionId },
    );
  const removal = (target: BoostTarget, revision: number) => ({
    contentType: target.contentType,
    contentId: target.contentId,
    questionId: target.questionId,
    owner: target.owner,
    isAnonymous: false,
    removalId: randomUUID(),
    revision,
    number: null,
  });
  const isKnown = async (target: BoostTarget) => (await countsOf(target, null)) !== undefined;

  it('since it is pending can be neither boosted nor reposted until it is approved', async () => {
    const target = targetOf('question');
    targets.delete(contentKey(target));
    const targetId = randomUUID();
    await content.publish(asked(target, targetId));
    await eventually('the question is known to be pending', async () => {
      const { rows } = await service.service.pool.query('select 1 from contents where content_id = $1 and is_pending', [target.contentId]);
      return rows.length === 1;
    });
    await expect(repost(target, targetId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(boost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(await isKnown(target)).toBe(false);
    // Whoever reads the answer of an approval acts at once, before its event is heard here.
    targets.set(contentKey(target), target);
    await repost(target, randomUUID());
    targets.delete(contentKey(target));
    const data = { questionId: target.questionId, owner: target.owner, isAnonymous: false, targetId, number: 1 };
    await content.publish(sourceFact(QuestionApproved, data, { at, routingId: target.questionId }));
    await eventually('the question can be reposted', () => repost(target, targetId).then(Boolean, () => false));
  });

  it('since it or its question was removed is missing with its reposts, and both are back when it returns', async () => {
    const target = targetOf('question');
    const reply = targetOf('discussion', { questionId: target.questionId });
    const maya = randomUUID();
    await content.publish(asked(target, null));
    await eventually('the question is known', async () => {
      const { rows } = await service.service.pool.query('select 1 from contents where content_id = $1', [target.contentId]);
      return rows.length === 1;
    });
    await repost(target, maya);
    await repost(reply, maya);
    targets.delete(contentKey(target));
    targets.delete(contentKey(reply));
    await content.publish(sourceFact(ContentRemoved, { ...removal(target, 1), cause: 'author' }, { at, routingId: target.questionId }));
    await eventually('neither is known', async () => !(await isKnown(target)) && !(await isKnown(reply)));
    expect(await repostsOf(maya)).toEqual([]);
    await expect(repost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await content.publish(sourceFact(ContentRestored, removal(target, 2), { at, routingId: target.questionId }));
    await eventually('the question is back', () => isKnown(target));
    expect((await repostsOf(maya)).map(({ contentId }) => contentId).sort()).toEqual([target.contentId, reply.contentId].sort());
    expect(await countsOf(target, maya)).toMatchObject({ repostCount: 1, hasReposted: true });
  });
});

describe('random acts', () => {
  it('leave counters that equal the rows, and a replay of the log equals both', async () => {
    const { pool } = service.service;
    const people = Array.from({ length: 12 }, () => randomUUID());
    const contents = Array.from({ length: 6 }, () => targetOf('question'));
    const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;
    const removals = new Map<string, string>();
    const act = async () => {
      const [person, target] = [pick(people), pick(contents)];
      const kind = Math.random();
      if (kind < 0.35) await boost(target, person);
      else if (kind < 0.65) await repost(target, person);
      else if (kind < 0.9) await remove(target, person);
      else if (kind < 0.95) {
        const removalId = randomUUID();
        removals.set(person, removalId);
        await hide(person, removalId);
      } else await show(person, removals.get(person) ?? randomUUID());
    };
    for (let round = 0; round < 12; round += 1) await Promise.allSettled(Array.from({ length: 40 }, act));

    const counted = await pool.query(
      `select c.content_id, c.boosts, c.reposts,
         (select count(*)::int from boosts b where b.content_id = c.content_id and b.is_boosted) as boost_rows,
         (select count(*)::int from reposts r where r.content_id = c.content_id and r.is_reposted) as repost_rows
       from counters c`,
    );
    expect(counted.rows.length).toBeGreaterThanOrEqual(contents.length);
    for (const row of counted.rows as Record<string, number>[]) {
      expect([row.boosts, row.reposts]).toEqual([row.boost_rows, row.repost_rows]);
    }
    // Placeholders of what never changed are locks, not facts.
    await pool.query('delete from counters where revision = 0');
    for (const model of [boostRows, repostRows, counterRows]) {
      const live = await tableRows(pool, model.tables);
      const { ownerUrl, role } = service.database;
      await rebuildReadModel({ ownerUrl, role, model, progress: () => undefined });
      expect(await tableRows(pool, model.tables)).toEqual(live);
    }
  });
});
