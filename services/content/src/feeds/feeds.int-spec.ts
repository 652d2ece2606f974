import { randomUUID } from 'node:crypto';
import type { FeedPlace } from '@hearsay/contracts';
import { eventually, followed, runInGroups, type SourceFact } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { newBoostFact, newRepost, repostFact } from './engagement-facts.suite.js';

const content = new ContentUnderTest('engagement');
const { ask, reply, remove, feed, wholeFeed, maya, jonas } = content;
const publish = (...facts: readonly SourceFact[]) => content.engagement.publish(...facts);
const forgetLists = () => content.rows('delete from frozen_lists');
const letListsGrowOld = () => content.rows("update frozen_lists set made_at = now() + interval '1 hour'");
// Tests must not share frozen lists.
beforeEach(forgetLists);

const ranked = ['boosted', 'replies', 'engagement', 'trending'] as const;
const askMany = (count: number) => runInGroups(Array.from({ length: count }), () => ask());
const untilRanked = (questions: readonly { readonly id: string }[]) =>
  eventually('all questions have ranks', async () => {
    const found = await content.rows(
      'select 1 from ranks where content_id = any($1) and trending > 0',
      idsOf(questions),
    );
    return found.length === questions.length;
  });
const rankOf = async (contentId: string) =>
  (await content.rows<Record<string, number>>('select * from ranks where content_id = $1', contentId))[0];
const untilRank = (contentId: string, rank: 'boosted' | 'engagement', wanted: number) =>
  eventually('the rank is there', async () => (await rankOf(contentId))?.[rank] === wanted);

describe('the sort recent', () => {
  it('the sort recent has questions and reposts of each kind, newest first', async () => {
    const { id } = await ask();
    const { id: replyId } = await reply(id);
    const one = newRepost(jonas, 'question', id);
    const two = newRepost(jonas, 'discussion', replyId, id);
    for (const repost of [one, two]) {
      await publish(repostFact(repost));
      await eventually('it is there', async () => (await feed()).items[0]?.repostId === repost.repostId);
    }
    const room = { questionId: id, lastNumber: 1 };
    expect((await feed({ limit: 3 })).items).toMatchObject([
      { ...room, kind: 'answer', activityType: 'discussion-repost', id: replyId, repostId: two.repostId },
      { ...room, kind: 'question', activityType: 'repost', id, repostId: one.repostId },
      { ...room, kind: 'question', activityType: 'created', id, repostId: null },
    ]);
  });

  it('pages by anchor neither repeat nor skip items while new items arrive', async () => {
    const asked: string[] = [];
    for (let index = 0; index < 23; index += 1) asked.unshift((await ask()).id);
    const seen: FeedPlace[] = [];
    for (let anchor: string | null = null; seen.length < 30; ) {
      const answer: Awaited<ReturnType<typeof feed>> = await feed({ anchor, limit: 7 });
      seen.push(...answer.items);
      anchor = answer.anchor;
      await ask();
      await publish(repostFact(newRepost(maya, 'question', asked[0]!)));
      if (anchor === null) break;
    }
    expect(idsOf(seen).slice(0, 23)).toEqual(asked);
    const places = seen.map(({ id, repostId }) => `${id} ${repostId}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('pages read by number equal pages read by anchor, even deep pages', async () => {
    await askMany(260);
    await content.settled();
    const byNumber: FeedPlace[] = [];
    for (let page = 1, isFull = true; isFull; page += 1) {
      const { items } = await feed({ page, limit: 20 });
      byNumber.push(...items);
      isFull = items.length === 20;
    }
    expect(idsOf(byNumber)).toEqual(idsOf(await wholeFeed()));
    expect(await feed({ page: 501, limit: 20 })).toEqual({ items: [], anchor: null });
  });

  it('a deep page is the same after the repost before it has moved to the top', async () => {
    const { id } = await ask();
    const repost = newRepost(maya, 'question', id);
    await publish(repostFact(repost));
    await content.settled();
    await askMany(205);
    const behindRepost = async () => (await feed({ page: 207, limit: 1 })).items;
    expect(await behindRepost()).toMatchObject([{ id, repostId: null }]);
    await letListsGrowOld();
    await publish(repostFact(repost, 2), repostFact(repost, 3, 1, true));
    await content.settled();
    expect((await feed()).items[0]).toMatchObject({ repostId: repost.repostId });
    expect(await behindRepost()).toMatchObject([{ id, repostId: null }]);
  });

  it('a deep page is the same after the late-approved question before it was removed', async () => {
    const [before, gone] = [await ask(), await ask()];
    const older = "update questions set approved_at = created_at, created_at = created_at - interval '1 year'";
    await content.rows(`${older} where id = $1`, gone.id);
    await askMany(205);
    const behindGone = async () => (await feed({ page: 207, limit: 1 })).items;
    expect(await behindGone()).toMatchObject([{ id: before.id }]);
    await letListsGrowOld();
    await remove('question', gone.id, maya);
    expect(await behindGone()).toMatchObject([{ id: before.id }]);
  });
});

describe.each(ranked)('the sort %s', (sort) => {
  it('a sort breaks ties by id, and keeps its order for readers with an anchor', async () => {
    const questions = await askMany(12);
    await untilRanked(questions);
    const [loved, liked, late] = [questions[3]!, questions[7]!, questions[9]!];
    await reply(loved.id);
    await publish(
      newBoostFact(loved.id, 40),
      newBoostFact(liked.id, 2),
      repostFact(newRepost(maya, 'question', loved.id)),
    );
    await untilRank(loved.id, 'engagement', 45);
    await untilRank(liked.id, 'boosted', 2);
    const first = await feed({ sort, limit: 5 });
    expect(first.items[0]).toMatchObject({ id: loved.id, activityType: 'created', repostId: null });
    for (let index = 0; index < 2; index += 1) await reply(late.id);
    await publish(newBoostFact(late.id, 4000));
    await untilRank(late.id, 'engagement', 4004);
    const seen = [...first.items];
    for (let anchor = first.anchor; anchor !== null; ) {
      const next: Awaited<ReturnType<typeof feed>> = await feed({ sort, anchor, limit: 50 });
      seen.push(...next.items);
      anchor = next.anchor;
    }
    const listed = idsOf(await content.rows<{ id: string }>('select id from questions where listed_at is not null'));
    expect(idsOf(seen).sort()).toEqual(listed.sort());
    const ranks = await content.rows<{ id: string }>(
      `select content_id as id from ranks where content_id <> $1 order by ${sort} desc, content_id desc`,
      late.id,
    );
    expect(idsOf(seen).filter((id) => id !== late.id)).toEqual(idsOf(ranks).filter((id) => listed.includes(id)));
    await forgetLists();
    expect(idsOf((await feed({ sort, limit: 5 })).items)).toContain(late.id);
    await publish(newBoostFact(late.id, 0, 2));
    await untilRank(late.id, 'boosted', 0);
    await Promise.all(questions.map(({ id }) => remove('question', id, maya)));
  });

  it('a sort refuses an anchor of an expired list with anchor_expired', async () => {
    const { anchor } = await feed({ sort, limit: 2 });
    await forgetLists();
    await expectRefusal(feed({ sort, anchor }), 'anchor_expired');
  });

  it('a sort shares one list among concurrent readers', async () => {
    await Promise.all(Array.from({ length: 12 }, () => feed({ sort })));
    expect(await content.rows('select id from frozen_lists')).toHaveLength(1);
  });

  it('a sort fills its pages even if listed posts were removed', async () => {
    const questions = await askMany(30);
    await untilRanked(questions);
    const before = await wholeFeed({ sort });
    const gone = new Set(idsOf(questions.slice(0, 20)));
    const { items, anchor } = await feed({ sort, limit: 1 });
    await Promise.all([...gone].map((id) => remove('question', id, maya)));
    const behind = idsOf(before).filter((id) => !gone.has(id) && id !== items[0]?.id);
    expect(idsOf((await feed({ sort, anchor, limit: 10 })).items)).toEqual(behind.slice(0, 10));
  });
});

describe('removed content', () => {
  it('removed content leaves every list, as do reposts of the content and its replies', async () => {
    const question = await ask();
    const [kept, gone] = [await reply(question.id), await reply(question.id)];
    const reposts = [
      newRepost(jonas, 'question', question.id),
      newRepost(jonas, 'discussion', kept.id, question.id),
      newRepost(jonas, 'discussion', gone.id, question.id),
    ];
    const about = async () => (await wholeFeed()).filter(({ questionId }) => questionId === question.id);
    const until = (count: number) => eventually('it is so', async () => (await about()).length === count);
    await publish(...reposts.map((repost) => repostFact(repost)));
    await until(4);
    await remove('discussion', gone.id, jonas);
    const left = [null, reposts[0]!.repostId, reposts[1]!.repostId];
    expect((await about()).map(({ repostId }) => repostId).sort()).toEqual(left.sort());
    await publish(repostFact(reposts[1]!, 2));
    await until(2);
    await publish(repostFact(reposts[1]!, 3));
    await until(3);
    await remove('question', question.id, maya);
    expect(await about()).toEqual([]);
    for (const sort of ranked) expect(idsOf(await wholeFeed({ sort }))).not.toContain(question.id);
  });
});

describe('the feed of followed people', () => {
  const followedFeed = (fan: string) => wholeFeed({ followersOnly: true }, fan);
  const anywhere = async (fan: string) => {
    const sorts = ['recent', ...ranked] as const;
    const lists = await Promise.all(sorts.map((sort) => wholeFeed({ sort, followersOnly: true }, fan)));
    return new Set(lists.flatMap(idsOf));
  };

  it("the feed has posts in the followed people's own names, and no anonymous posts", async () => {
    const [fan, author, stranger] = [randomUUID(), randomUUID(), randomUUID()];
    const [named, others] = [await ask({}, author), await ask({}, stranger)];
    const sealed = await ask({ isAnonymous: true }, author);
    await reply(others.id, 'A secret', author, { isAnonymous: true });
    await publish(
      followed(fan, author),
      repostFact(newRepost(author, 'question', others.id)),
      repostFact(newRepost(stranger, 'question', named.id)),
    );
    await eventually('the follow has arrived', async () => (await followedFeed(fan)).length === 2);
    expect(await followedFeed(fan)).toMatchObject([
      { id: others.id, activityType: 'repost' },
      { id: named.id, activityType: 'created' },
    ]);
    await untilRanked([named, sealed, others]);
    expect(await anywhere(fan)).toEqual(new Set([named.id, others.id]));
    for (const sort of ranked) expect(idsOf(await wholeFeed({ sort, followersOnly: true }, fan))).toEqual([named.id]);
    expect(await anywhere(stranger)).toEqual(new Set());
    await publish(followed(fan, author, 2));
    await eventually('the follow has ended', async () => (await followedFeed(fan)).length === 0);
  });

  it('visitors get an empty feed, and other people cannot use an anchor of the feed', async () => {
    const [fan, author] = [randomUUID(), randomUUID()];
    await untilRanked(await Promise.all(Array.from({ length: 4 }, () => ask({}, author))));
    await publish(followed(fan, author));
    await eventually('the follow has arrived', async () => (await followedFeed(fan)).length === 4);
    for (const sort of ['recent', ...ranked] as const)
      expect(await feed({ sort, followersOnly: true })).toEqual({ items: [], anchor: null });
    const { anchor } = await feed({ sort: 'trending', followersOnly: true, limit: 2 }, fan);
    await expectRefusal(feed({ anchor }, author), 'anchor_expired');
    expect((await feed({ anchor, limit: 2 }, fan)).items).toHaveLength(2);
  });
});
