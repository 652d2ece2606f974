import { randomUUID } from 'node:crypto';
import { type BoostTarget, contentRpc, type ExportPlace, engagementRpc, exportsRpc } from '@hearsay/contracts';
import { createTestServiceStub, randomSealKeys, startTestService, type TestService, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engagement } from '../engagement.definition.js';

let service: TestService;
let content: { stop(): void };
beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  content = createTestServiceStub(service.connection, prefix, 'content', {
    [contentRpc.boostTargets.name]: (input) => ({
      targets: (input as { items: BoostTarget[] }).items.map((item) => ({
        ...item,
        questionId: item.contentId,
        owner: { accountId: null, sealed: null },
        thresholds: [],
      })),
    }),
  });
});
afterAll(async () => {
  content.stop();
  await service.stop();
});

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
const pageOf = (account: string, after: ExportPlace | null) => service.call(exportsRpc.exportedReposts, { after }, account);
const exportedFollows = async (account: string) => {
  const all: string[] = [];
  let after: string | null = null;
  do {
    const { followedIds, next }: { followedIds: string[]; next: string | null } = await service.call(
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
  it('has each own repost that stands once, with its words, however many were made in one instant', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const now = '2026-03-04T05:06:07.008Z';
    const ids = Array.from({ length: 130 }, () => randomUUID());
    const repost = (contentId: string, as: string) =>
      service.call(engagementRpc.repost, { contentType: 'question', contentId, text: `of ${as}` }, as, { now });
    await Promise.all(ids.flatMap((id) => [repost(id, maya), repost(id, jonas)]));
    const [gone, ...kept] = ids;
    await service.call(engagementRpc.removeRepost, { reposterId: maya, contentId: gone!, isAmbassador: false }, maya);
    const pages = await exportedReposts(maya);
    expect(pages).toHaveLength(2);
    expect(pages.flat().sort()).toEqual(kept.map((id) => `${id} of ${maya}`).sort());
  });

  it('has whom one follows, and not by whom one is followed', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const follow = (as: string, accountId: string, isFollowing = true) =>
      service.call(engagementRpc.setFollow, { accountId, isFollowing }, as);
    const people = Array.from({ length: 510 }, () => randomUUID());
    await Promise.all(people.map((id) => follow(maya, id)));
    await follow(jonas, maya);
    await follow(maya, jonas);
    await follow(maya, jonas, false);
    expect(await exportedFollows(maya)).toEqual([...people].sort());
    expect(await exportedFollows(jonas)).toEqual([maya]);
  });
});
