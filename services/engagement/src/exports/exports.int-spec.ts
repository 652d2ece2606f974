import { randomUUID } from 'node:crypto';
import { type ExportPlace, engagementRpc, exportsRpc } from '@hearsay/contracts';
import { inGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { contentWithAll, EngagementUnderTest } from '../tests/engagement-under-test.suite.js';

const engagement = new EngagementUnderTest({ contentAnswers: contentWithAll });

const exportedReposts = async (account: string) => {
  const pages: string[][] = [];
  let after: ExportPlace | null = null;
  do {
    const { reposts, next }: Awaited<ReturnType<typeof pageOf>> = await pageOf(account, after);
    pages.push(reposts.map(({ contentId, text }) => `${contentId} ${text}`));
    after = next;
  } while (after !== null);
  return pages;
};
const pageOf = (account: string, after: ExportPlace | null) =>
  engagement.service.call(exportsRpc.exportedReposts, { after }, account);
const exportedFollows = async (account: string) => {
  const all: string[] = [];
  let after: string | null = null;
  do {
    const { followedIds, next }: { followedIds: string[]; next: string | null } = await engagement.service.call(
      exportsRpc.exportedFollows,
      { after },
      account,
    );
    all.push(...followedIds);
    after = next;
  } while (after !== null);
  return all;
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
    const pages = await exportedReposts(maya);
    expect(pages).toHaveLength(2);
    expect(pages.flat().sort()).toEqual(kept.map((id) => `${id} of ${maya}`).sort());
  });

  it('has the followed people, and not the followers', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const follow = (as: string, accountId: string, isFollowing = true) =>
      engagement.service.call(engagementRpc.setFollow, { accountId, isFollowing }, as);
    const people = Array.from({ length: 510 }, () => randomUUID());
    await inGroups(people, (id) => follow(maya, id));
    await follow(jonas, maya);
    await follow(maya, jonas);
    await follow(maya, jonas, false);
    expect(await exportedFollows(maya)).toEqual([...people].sort());
    expect(await exportedFollows(jonas)).toEqual([maya]);
  });
});
