import { randomUUID } from 'node:crypto';
import { type ContentType, contentRpc, type FeedPlace, type FeedSort, Unboosted } from '@hearsay/contracts';
import {
  type EventSource,
  eventually,
  inGroups,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { contentSettings } from '../content.suite.js';
import { boosted, followed, reposted, repostOf } from './engagement-facts.suite.js';

let service: TestService;
let engagement: EventSource;

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(content, contentSettings(), { prefix });
  engagement = await startEventSource('engagement', service.connection, prefix);
});
afterAll(async () => {
  await engagement.stop();
  await service.stop();
});
// Tests must not share frozen lists.
beforeEach(async () => {
  await service.service.pool.query('delete from frozen_lists');
});

const ranked = ['boosted', 'replies', 'engagement', 'trending'] as const;

const ask = async (as: string, over: object = {}) =>
  (
    await service.call(
      contentRpc.askQuestion,
      {
        title: 'Would you tell?',
        description: null,
        isAnonymous: false,
        allowAnonymousAnswers: true,
        replyBoostThreshold: 0,
        ...over,
      },
      as,
    )
  ).question;
const reply = async (questionId: string, as: string, over: object = {}) =>
  (
    await service.call(
      contentRpc.postReply,
      { questionId, content: 'Me too', isAnonymous: false, parentReplyId: null, ...over },
      as,
    )
  ).reply;
const remove = (contentType: ContentType, contentId: string, as: string) =>
  service.call(contentRpc.removeContent, { contentType, contentId, isAmbassador: false }, as);

interface Wish {
  readonly sort?: FeedSort;
  readonly anchor?: string | null;
  readonly page?: number;
  readonly limit?: number;
  readonly followersOnly?: boolean;
}
const page = (wish: Wish = {}, as: string | null = null) =>
  service.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 1, limit: 10, ...wish }, as);
const all = async (wish: Wish = {}, as: string | null = null): Promise<FeedPlace[]> => {
  const items: FeedPlace[] = [];
  for (let anchor: string | null = null; ; ) {
    const answer: Awaited<ReturnType<typeof page>> = await page({ limit: 50, ...wish, anchor }, as);
    items.push(...answer.items);
    anchor = answer.anchor;
    if (anchor === null) return items;
  }
};
const idsOf = (items: readonly FeedPlace[]) => items.map(({ id }) => id);
const untilRanked = (questions: readonly { readonly id: string }[]) =>
  eventually('all questions have ranks', async () => {
    const ids = questions.map(({ id }) => id);
    const { rows } = await service.service.pool.query(
      'select 1 from ranks where content_id = any($1) and trending > 0',
      [ids],
    );
    return rows.length === ids.length;
  });
const rankOf = async (contentId: string) =>
  (await service.service.pool.query<Record<string, number>>('select * from ranks where content_id = $1', [contentId]))
    .rows[0];

describe('recent', () => {
  it('holds questions and reposts of each kind, newest first', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const question = await ask(maya);
    const { id: replyId } = await reply(question.id, maya);
    const one = repostOf(jonas, 'question', question.id);
    const two = repostOf(jonas, 'discussion', replyId, question.id);
    await engagement.publish(reposted(one));
    await eventually('the first repost is there', async () => (await page()).items[0]?.repostId === one.repostId);
    await engagement.publish(reposted(two));
    await eventually('the second repost is there', async () => (await page()).items[0]?.repostId === two.repostId);
    const { items } = await page({ limit: 3 });
    expect(items).toMatchObject([
      {
        kind: 'answer',
        activityType: 'discussion-repost',
        id: replyId,
        questionId: question.id,
        lastNumber: 1,
        repostId: two.repostId,
      },
      { kind: 'question', activityType: 'repost', id: question.id, lastNumber: 1, repostId: one.repostId },
      { kind: 'question', activityType: 'created', id: question.id, questionId: question.id, repostId: null },
    ]);
  });

  it('neither repeats nor skips by anchor while questions and reposts arrive', async () => {
    const maya = randomUUID();
    const asked: string[] = [];
    for (let index = 0; index < 23; index += 1) asked.unshift((await ask(maya)).id);
    const seen: FeedPlace[] = [];
    for (let anchor: string | null = null; seen.length < 30; ) {
      const answer: Awaited<ReturnType<typeof page>> = await page({ anchor, limit: 7 });
      seen.push(...answer.items);
      anchor = answer.anchor;
      await ask(maya);
      await engagement.publish(reposted(repostOf(maya, 'question', asked[0]!)));
      if (anchor === null) break;
    }
    expect(idsOf(seen).slice(0, 23)).toEqual(asked);
    const places = seen.map(({ id, repostId }) => `${id} ${repostId}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('counts pages by number as by anchor, also from a frozen list', async () => {
    const maya = randomUUID();
    await inGroups(Array.from({ length: 260 }), () => ask(maya));
    await service.settled(engagement);
    const byAnchor = await all({ limit: 50 });
    const byNumber: FeedPlace[] = [];
    for (let number = 1; ; number += 1) {
      const { items } = await page({ page: number, limit: 20 });
      byNumber.push(...items);
      if (items.length < 20) break;
    }
    expect(idsOf(byNumber)).toEqual(idsOf(byAnchor));
    expect(await page({ page: 501, limit: 20 })).toEqual({ items: [], anchor: null });
  });

  it('continues at its place after posts moved since a deep page was made', async () => {
    const maya = randomUUID();
    const question = await ask(maya);
    const repost = repostOf(maya, 'question', question.id);
    await engagement.publish(reposted(repost));
    await service.settled(engagement);
    await inGroups(Array.from({ length: 205 }), () => ask(maya));
    const behindRepost = () => page({ page: 207, limit: 1 });
    const expected = [{ id: question.id, repostId: null }];
    expect((await behindRepost()).items).toMatchObject(expected);
    await service.service.pool.query("update frozen_lists set made_at = now() + interval '1 hour'");
    await engagement.publish(reposted(repost, 2));
    await engagement.publish(reposted(repost, 3, 1, true));
    await service.settled(engagement);
    expect((await page()).items[0]).toMatchObject({ repostId: repost.repostId });
    expect((await behindRepost()).items).toMatchObject(expected);
  });

  it('continues after a question that was approved late and then removed', async () => {
    const maya = randomUUID();
    const before = await ask(maya);
    const gone = await ask(maya);
    await service.service.pool.query(
      "update questions set approved_at = created_at, created_at = created_at - interval '1 year' where id = $1",
      [gone.id],
    );
    await inGroups(Array.from({ length: 205 }), () => ask(maya));
    const behindGone = () => page({ page: 207, limit: 1 });
    expect((await behindGone()).items).toMatchObject([{ id: before.id }]);
    await service.service.pool.query("update frozen_lists set made_at = now() + interval '1 hour'");
    await remove('question', gone.id, maya);
    expect((await behindGone()).items).toMatchObject([{ id: before.id }]);
  });
});

describe.each(ranked)('the sort %s', (sort) => {
  it('keeps its order, breaks ties by id and stays frozen by anchor', async () => {
    const maya = randomUUID();
    const questions = await Promise.all(Array.from({ length: 12 }, () => ask(maya)));
    await untilRanked(questions);
    const loved = questions[3]!;
    await reply(loved.id, maya);
    await engagement.publish(
      boosted(loved.id, 40),
      boosted(questions[7]!.id, 2),
      reposted(repostOf(maya, 'question', loved.id)),
    );
    await eventually(
      'the ranks are there',
      async () => (await rankOf(loved.id))?.engagement === 45 && (await rankOf(questions[7]!.id))?.boosted === 2,
    );
    const first = await page({ sort, limit: 5 });
    expect(first.items[0]).toMatchObject({ id: loved.id, activityType: 'created', repostId: null });
    for (let index = 0; index < 2; index += 1) await reply(questions[9]!.id, maya);
    await engagement.publish(boosted(questions[9]!.id, 4000));
    await eventually('another one overtakes', async () => (await rankOf(questions[9]!.id))?.engagement === 4004);
    const seen = [...first.items];
    for (let anchor = first.anchor; anchor !== null; ) {
      const next: Awaited<ReturnType<typeof page>> = await page({ sort, anchor, limit: 50 });
      seen.push(...next.items);
      anchor = next.anchor;
    }
    const listed = await service.service.pool.query<{ id: string }>(
      'select id from questions where listed_at is not null',
    );
    expect(idsOf(seen).sort()).toEqual(listed.rows.map(({ id }) => id).sort());
    const ranks = await service.service.pool.query<{ id: string }>(
      `select content_id as id from ranks where content_id <> $1 order by ${sort} desc, content_id desc`,
      [questions[9]!.id],
    );
    const order = ranks.rows.map(({ id }) => id).filter((id) => listed.rows.some((row) => row.id === id));
    expect(idsOf(seen).filter((id) => id !== questions[9]!.id)).toEqual(order);
    await service.service.pool.query('delete from frozen_lists');
    expect(idsOf((await page({ sort, limit: 5 })).items)).toContain(questions[9]!.id);
    await engagement.publish(boosted(questions[9]!.id, 0, Unboosted));
    await eventually('it has lost its boosts', async () => (await rankOf(questions[9]!.id))?.boosted === 0);
    await Promise.all(questions.map(({ id }) => remove('question', id, maya)));
  });

  it('answers an invalid anchor or one of an expired list with anchor_expired', async () => {
    const { anchor } = await page({ sort, limit: 2 });
    await service.service.pool.query('delete from frozen_lists');
    await expect(page({ sort, anchor })).rejects.toMatchObject({ code: 'anchor_expired' });
    await expect(page({ sort, anchor: 'nonsense' })).rejects.toMatchObject({ code: 'anchor_expired' });
  });

  it('shares one list among concurrent readers', async () => {
    await Promise.all(Array.from({ length: 12 }, () => page({ sort })));
    const { rows } = await service.service.pool.query<{ lists: number }>(
      'select count(*)::int as lists from frozen_lists',
    );
    expect(rows).toEqual([{ lists: 1 }]);
  });

  it('fills its pages although posts were removed since', async () => {
    const maya = randomUUID();
    const questions = await Promise.all(Array.from({ length: 30 }, () => ask(maya)));
    await untilRanked(questions);
    const before = await all({ sort });
    const gone = new Set(questions.slice(0, 20).map(({ id }) => id));
    const first = await page({ sort, limit: 1 });
    await Promise.all([...gone].map((id) => remove('question', id, maya)));
    const left = idsOf(before).filter((id) => !gone.has(id));
    const behind = left.filter((id) => id !== first.items[0]?.id);
    expect(idsOf((await page({ sort, anchor: first.anchor, limit: 10 })).items)).toEqual(behind.slice(0, 10));
  });
});

describe('removed content', () => {
  it('is in no list, nor are its reposts and those of its replies', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const question = await ask(maya);
    const [kept, gone] = [await reply(question.id, maya), await reply(question.id, maya)];
    const reposts = [
      repostOf(jonas, 'question', question.id),
      repostOf(jonas, 'discussion', kept.id, question.id),
      repostOf(jonas, 'discussion', gone.id, question.id),
    ];
    await engagement.publish(...reposts.map((repost) => reposted(repost)));
    const about = async () => (await all()).filter(({ questionId }) => questionId === question.id);
    await eventually('all are there', async () => (await about()).length === 4);
    await remove('discussion', gone.id, maya);
    expect((await about()).map(({ repostId }) => repostId).sort()).toEqual(
      [null, reposts[0]!.repostId, reposts[1]!.repostId].sort(),
    );
    await engagement.publish(reposted(reposts[1]!, 2));
    await eventually('a repost is taken back', async () => (await about()).length === 2);
    await engagement.publish(reposted(reposts[1]!, 3));
    await eventually('a repost has returned', async () => (await about()).length === 3);
    await remove('question', question.id, maya);
    expect(await about()).toEqual([]);
    for (const sort of ranked) expect(idsOf(await all({ sort }))).not.toContain(question.id);
  });

  it('includes reposts from before a hiding at once, until its end', async () => {
    const [maya, wiped, removalId] = [randomUUID(), randomUUID(), randomUUID()];
    const [early, late] = [await ask(maya), await ask(maya)];
    const reposts = async () =>
      (await all()).flatMap(({ id, repostId }) => (repostId !== null && [early.id, late.id].includes(id) ? [id] : []));
    await engagement.publish(reposted(repostOf(wiped, 'question', early.id)));
    await eventually('the repost is there', async () => (await reposts()).length === 1);
    await service.call(contentRpc.hideContentOf, { accountId: wiped, removalId, cause: 'wipe' }, null);
    expect(await reposts()).toEqual([]);
    await service.settled(engagement);
    expect(await reposts()).toEqual([]);
    await engagement.publish(reposted(repostOf(wiped, 'question', late.id)));
    await eventually('what came afterwards is there', async () => (await reposts()).length === 1);
    expect(await reposts()).toEqual([late.id]);
    await service.call(contentRpc.showContentOf, { removalId }, null);
    await service.settled(engagement);
    expect(await reposts()).toEqual([late.id, early.id]);
  });
});

describe('the feed of followed people', () => {
  const anywhere = async (follower: string) => {
    const lists = await Promise.all(
      (['recent', ...ranked] as const).map((sort) => all({ sort, followersOnly: true }, follower)),
    );
    return new Set(lists.flatMap(idsOf));
  };

  it('holds their named posts in every sort, and never their anonymous ones', async () => {
    const [fan, maya, stranger] = [randomUUID(), randomUUID(), randomUUID()];
    const [named, sealed, others] = [await ask(maya), await ask(maya, { isAnonymous: true }), await ask(stranger)];
    const { id: sealedReply } = await reply(others.id, maya, { isAnonymous: true });
    await engagement.publish(
      followed(fan, maya),
      reposted(repostOf(maya, 'question', others.id)),
      reposted(repostOf(stranger, 'question', named.id)),
    );
    await eventually('the follow has arrived', async () => (await all({ followersOnly: true }, fan)).length === 2);
    expect(await all({ followersOnly: true }, fan)).toMatchObject([
      { id: others.id, activityType: 'repost' },
      { id: named.id, activityType: 'created' },
    ]);
    await untilRanked([named, sealed, others]);
    const seen = await anywhere(fan);
    expect(seen).toEqual(new Set([named.id, others.id]));
    expect(seen.has(sealedReply)).toBe(false);
    for (const sort of ranked) expect(idsOf(await all({ sort, followersOnly: true }, fan))).toEqual([named.id]);
    expect(await anywhere(stranger)).toEqual(new Set());
    await engagement.publish(followed(fan, maya, 2));
    await eventually('the follow has ended', async () => (await all({ followersOnly: true }, fan)).length === 0);
  });

  it('is empty for visitors, and its anchors work only for the follower', async () => {
    const [fan, maya] = [randomUUID(), randomUUID()];
    const questions = await Promise.all(Array.from({ length: 4 }, () => ask(maya)));
    await untilRanked(questions);
    await engagement.publish(followed(fan, maya));
    await eventually('the follow has arrived', async () => (await all({ followersOnly: true }, fan)).length === 4);
    for (const sort of ['recent', ...ranked] as const) {
      expect(await page({ sort, followersOnly: true })).toEqual({ items: [], anchor: null });
    }
    const { anchor } = await page({ sort: 'trending', followersOnly: true, limit: 2 }, fan);
    await expect(page({ anchor }, maya)).rejects.toMatchObject({ code: 'anchor_expired' });
    expect((await page({ anchor, limit: 2 }, fan)).items).toHaveLength(2);
  });
});
