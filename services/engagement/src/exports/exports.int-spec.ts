import { randomUUID } from 'node:crypto';
import { exportsRpc } from '@hearsay/contracts';
import { readAllPages, runInGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { answerEveryTarget, useEngagement } from '../tests/engagement-under-test.suite.js';

const engagement = useEngagement({ contentAnswers: answerEveryTarget });

const repostPages = async (account: string) => {
  const pages = await readAllPages(engagement.call, exportsRpc.exportedReposts, account);
  return pages.map(({ reposts }) => reposts.map(({ contentId, text }) => `${contentId} ${text}`));
};
const exportedFollows = async (account: string) => {
  const pages = await readAllPages(engagement.call, exportsRpc.exportedFollows, account);
  return pages.flatMap(({ followedIds }) => followedIds);
};

describe('an export', () => {
  it('an export has each own active repost once, with its words, even at equal times', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const now = '2026-03-04T05:06:07.008Z';
    const ids = Array.from({ length: 130 }, () => randomUUID());
    const repost = (contentId: string, as: string) =>
      engagement.repost({ contentType: 'question', contentId }, as, `of ${as}`, { now });
    await runInGroups(ids, (id) => Promise.all([repost(id, maya), repost(id, jonas)]));
    const [gone, ...kept] = ids;
    await engagement.removeRepost({ contentId: gone! }, maya);
    const pages = await repostPages(maya);
    expect(pages).toHaveLength(2);
    expect(pages.flat().sort()).toEqual(kept.map((id) => `${id} of ${maya}`).sort());
  });

  it('an export has the followed people, and not the followers', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const people = Array.from({ length: 510 }, () => randomUUID());
    await runInGroups(people, (id) => engagement.follow(maya, id));
    await engagement.follow(jonas, maya);
    for (const isFollowing of [true, false]) await engagement.follow(maya, jonas, isFollowing);
    expect(await exportedFollows(maya)).toEqual([...people].sort());
    expect(await exportedFollows(jonas)).toEqual([maya]);
  });
});
