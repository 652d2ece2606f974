import { randomUUID } from 'node:crypto';
import { exportsRpc } from '@hearsay/contracts';
import { inGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { contentWithAll, EngagementFixture } from '../tests/engagement-under-test.suite.js';

const engagement = new EngagementFixture({ contentAnswers: contentWithAll });

const pagesOf = async <Item, Place>(read: (after: Place | null) => Promise<{ items: Item[]; next: Place | null }>) => {
  const pages: Item[][] = [];
  for (let after: Place | null = null, isMore = true; isMore; ) {
    const { items, next }: Awaited<ReturnType<typeof read>> = await read(after);
    pages.push(items);
    [after, isMore] = [next, next !== null];
  }
  return pages;
};
const repostPages = (account: string) =>
  pagesOf(async (after: { at: string; id: string } | null) => {
    const { reposts, next } = await engagement.service.call(exportsRpc.exportedReposts, { after }, account);
    return { items: reposts.map(({ contentId, text }) => `${contentId} ${text}`), next };
  });
const exportedFollows = async (account: string) => {
  const pages = await pagesOf(async (after: string | null) => {
    const { followedIds, next } = await engagement.service.call(exportsRpc.exportedFollows, { after }, account);
    return { items: followedIds, next };
  });
  return pages.flat();
};

describe('an export', () => {
  it('has each own active repost once, with its words, also with equal times', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const now = '2026-03-04T05:06:07.008Z';
    const ids = Array.from({ length: 130 }, () => randomUUID());
    const repost = (contentId: string, as: string) =>
      engagement.repost({ contentType: 'question', contentId }, as, `of ${as}`, { now });
    await inGroups(ids, (id) => Promise.all([repost(id, maya), repost(id, jonas)]));
    const [gone, ...kept] = ids;
    await engagement.removeRepost({ contentId: gone! }, maya);
    const pages = await repostPages(maya);
    expect(pages).toHaveLength(2);
    expect(pages.flat().sort()).toEqual(kept.map((id) => `${id} of ${maya}`).sort());
  });

  it('has the followed people, and not the followers', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const people = Array.from({ length: 510 }, () => randomUUID());
    await inGroups(people, (id) => engagement.follow(maya, id));
    await engagement.follow(jonas, maya);
    for (const isFollowing of [true, false]) await engagement.follow(maya, jonas, isFollowing);
    expect(await exportedFollows(maya)).toEqual([...people].sort());
    expect(await exportedFollows(jonas)).toEqual([maya]);
  });
});
