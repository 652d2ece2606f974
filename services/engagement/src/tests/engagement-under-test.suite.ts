import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  type ContentTarget,
  contentKey,
  contentRpc,
  engagementRpc,
  exportsRpc,
  type RemovalCause,
} from '@hearsay/contracts';
import type { ReadModel } from '@hearsay/event-store';
import {
  type createTestServiceStub,
  questionAsked,
  randomSealKeys,
  removal,
  type SourceFact,
  startTestService,
  tableRows,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { expect } from '@jest/globals';
import { engagement } from '../engagement.definition.js';

export const expectRefusal = (act: Promise<unknown>, code: string): Promise<void> =>
  expect(act).rejects.toMatchObject({ code });

type ContentAnswers = Parameters<typeof createTestServiceStub>[3];

export const answerEveryTarget: ContentAnswers = {
  [contentRpc.contentTargets.name]: (input) => ({
    targets: (input as { items: ContentTarget[] }).items.map(({ contentType, contentId }) => ({
      contentType,
      contentId,
      questionId: contentId,
      owner: { accountId: contentId, sealed: null },
      thresholds: [],
    })),
  }),
};

interface Surroundings {
  readonly contentAnswers?: ContentAnswers;
  readonly wayToDatabase?: (url: string) => Promise<string>;
}

type Content = Pick<ContentTarget, 'contentType' | 'contentId'>;
type Context = Partial<CallContext>;

/** An instant so long ago that work with a delay of 72 hours is due. */
const longAgo = '2026-03-04T05:06:07.008Z';

/** Odd revisions remove the target, even revisions restore it. */
export const removalOrRestoreFact = (
  target: ContentTarget,
  revision: number,
  cause: RemovalCause = 'author',
  at = longAgo,
): SourceFact => removal(target, revision, { at, cause });

/** Registers Jest hooks, so call it once at the top of a test file. */
export const useEngagement = ({ contentAnswers, wayToDatabase }: Surroundings = {}) => {
  const targets = new Map<string, ContentTarget>();
  const asked: string[][] = [];
  const knownTargets: ContentAnswers = {
    [contentRpc.contentTargets.name]: (input) => {
      const { items } = input as { items: ContentTarget[] };
      asked.push(items.map(contentKey));
      return { targets: items.flatMap((item) => targets.get(contentKey(item)) ?? []) };
    },
  };
  const test = serviceForBlock(() =>
    startTestService(engagement, randomSealKeys(), {
      proxyUrlOf: wayToDatabase,
      sources: ['content', 'identity'],
      stubs: { content: contentAnswers ?? knownTargets },
    }),
  );
  const askedFact = ({ questionId, owner }: ContentTarget, targetId: string | null): SourceFact =>
    questionAsked(owner, { questionId, targetId, at: longAgo });
  return Object.assign(test, {
    targets,
    asked,
    askedFact,

    targetOf(contentType: ContentTarget['contentType'], over: Partial<ContentTarget> = {}): ContentTarget {
      const contentId = randomUUID();
      const owner = { accountId: randomUUID(), sealed: null };
      const target = { contentType, contentId, questionId: contentId, owner, thresholds: [], ...over };
      targets.set(contentKey(target), target);
      return target;
    },

    forget(...forgotten: readonly ContentTarget[]): void {
      for (const target of forgotten) targets.delete(contentKey(target));
    },

    boost: (
      { contentType, contentId }: Content,
      as: string | null,
      isBoosted: boolean | null = null,
      context: Context = {},
    ) => test.call(engagementRpc.setBoost, { contentType, contentId, isBoosted }, as, context),

    repost: (
      { contentType, contentId }: Content,
      as: string | null,
      text: string | null = null,
      context: Context = {},
    ) => test.call(engagementRpc.repost, { contentType, contentId, text }, as, context),

    removeRepost: (
      { contentId }: Pick<ContentTarget, 'contentId'>,
      reposterId: string,
      as: string | null = reposterId,
      isAmbassador = false,
      context: Context = {},
    ) => test.call(engagementRpc.removeRepost, { reposterId, contentId, isAmbassador }, as, context),

    follow: (as: string | null, accountId: string, isFollowing = true, context: Context = {}) =>
      test.call(engagementRpc.setFollow, { accountId, isFollowing }, as, context),

    hideRepostsOf: (accountId: string, removalId: string) =>
      test.call(engagementRpc.hideRepostsOf, { accountId, removalId }, null),

    showRepostsOf: (accountId: string, removalId: string) =>
      test.call(engagementRpc.showRepostsOf, { accountId, removalId }, null),

    countsOf: async ({ contentType, contentId }: Content, as: string | null) =>
      (await test.call(engagementRpc.contentCounts, { items: [{ contentType, contentId }] }, as)).counts[0],

    repostsOf: async (accountId: string) =>
      (await test.call(exportsRpc.exportedReposts, { after: null }, accountId)).reposts,

    hasWords: async (words: string): Promise<boolean> => (await test.count('texts where words = $1', [words])) > 0,

    async expectSameAfterRebuild(model: ReadModel): Promise<void> {
      const live = await tableRows(test.service.pool, model.tables);
      await test.rebuild(model);
      expect(await tableRows(test.service.pool, model.tables)).toEqual(live);
    },

    async hearOf(target: ContentTarget, targetId: string | null): Promise<void> {
      await test.content.publish(askedFact(target, targetId));
      await test.settled();
    },
  });
};
