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
import {
  type createTestServiceStub,
  type EventSource,
  questionAsked,
  randomSealKeys,
  removal,
  type SourceFact,
  startTestService,
  type TestService,
} from '@hearsay/testing';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type pg from 'pg';
import { engagement } from '../engagement.definition.js';

export const refused = (act: Promise<unknown>, code: string): Promise<void> =>
  expect(act).rejects.toMatchObject({ code });

type ContentAnswers = Parameters<typeof createTestServiceStub>[3];

export const contentWithAll: ContentAnswers = {
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

/** So long ago that work with a delay of 72 hours is due. */
const longAgo = '2026-03-04T05:06:07.008Z';

/** Odd revisions remove the target, even revisions restore it. */
export const removedOrBack = (
  target: ContentTarget,
  revision: number,
  cause: RemovalCause = 'author',
  at = longAgo,
): SourceFact => removal(target, revision, { at, cause });

export class EngagementFixture {
  service!: TestService & Readonly<Record<'content' | 'identity', EventSource>>;
  readonly targets = new Map<string, ContentTarget>();
  readonly asked: string[][] = [];

  /** Registers hooks: create one fixture at the top of a test file. */
  constructor({ contentAnswers, wayToDatabase }: Surroundings = {}) {
    beforeAll(async () => {
      this.service = await startTestService(engagement, randomSealKeys(), {
        proxyUrlOf: wayToDatabase,
        sources: ['content', 'identity'],
        stubs: { content: contentAnswers ?? this.#knownTargets },
      });
    });
    afterAll(() => this.service.stop());
  }

  readonly #knownTargets: ContentAnswers = {
    [contentRpc.contentTargets.name]: (input) => {
      const { items } = input as { items: ContentTarget[] };
      this.asked.push(items.map(contentKey));
      return { targets: items.flatMap((item) => this.targets.get(contentKey(item)) ?? []) };
    },
  };

  get content(): EventSource {
    return this.service.content;
  }

  get identity(): EventSource {
    return this.service.identity;
  }

  get pool(): pg.Pool {
    return this.service.service.pool;
  }

  readonly rows = async <Row extends object = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
    (await this.pool.query(sql, values)).rows as Row[];

  readonly targetOf = (contentType: ContentTarget['contentType'], over: Partial<ContentTarget> = {}): ContentTarget => {
    const contentId = randomUUID();
    const owner = { accountId: randomUUID(), sealed: null };
    const target = { contentType, contentId, questionId: contentId, owner, thresholds: [], ...over };
    this.targets.set(contentKey(target), target);
    return target;
  };

  readonly forget = (...targets: readonly ContentTarget[]): void => {
    for (const target of targets) this.targets.delete(contentKey(target));
  };

  readonly boost = (
    { contentType, contentId }: Content,
    as: string | null,
    isBoosted: boolean | null = null,
    context: Partial<CallContext> = {},
  ) => this.service.call(engagementRpc.setBoost, { contentType, contentId, isBoosted }, as, context);

  readonly repost = (
    { contentType, contentId }: Content,
    as: string | null,
    text: string | null = null,
    context: Partial<CallContext> = {},
  ) => this.service.call(engagementRpc.repost, { contentType, contentId, text }, as, context);

  readonly removeRepost = (
    { contentId }: Pick<ContentTarget, 'contentId'>,
    reposterId: string,
    as: string | null = reposterId,
    isAmbassador = false,
    context: Partial<CallContext> = {},
  ) => this.service.call(engagementRpc.removeRepost, { reposterId, contentId, isAmbassador }, as, context);

  readonly follow = (as: string | null, accountId: string, isFollowing = true, context: Partial<CallContext> = {}) =>
    this.service.call(engagementRpc.setFollow, { accountId, isFollowing }, as, context);

  readonly hideRepostsOf = (accountId: string, removalId: string) =>
    this.service.call(engagementRpc.hideRepostsOf, { accountId, removalId }, null);

  readonly showRepostsOf = (accountId: string, removalId: string) =>
    this.service.call(engagementRpc.showRepostsOf, { accountId, removalId }, null);

  readonly countsOf = async ({ contentType, contentId }: Content, as: string | null) =>
    (await this.service.call(engagementRpc.contentCounts, { items: [{ contentType, contentId }] }, as)).counts[0];

  readonly repostsOf = async (accountId: string) =>
    (await this.service.call(exportsRpc.exportedReposts, { after: null }, accountId)).reposts;

  readonly hasWords = async (words: string): Promise<boolean> =>
    (await this.rows('select 1 from texts where words = $1', words)).length > 0;

  readonly askedFact = ({ questionId, owner }: ContentTarget, targetId: string | null): SourceFact =>
    questionAsked(owner, { questionId, targetId, at: longAgo });

  readonly hearOf = async (target: ContentTarget, targetId: string | null): Promise<void> => {
    await this.content.publish(this.askedFact(target, targetId));
    await this.service.settled();
  };
}
