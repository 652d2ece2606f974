import { randomUUID } from 'node:crypto';
import {
  AccountErased,
  AccountHidden,
  AccountShown,
  type BoostTarget,
  type CallContext,
  ContentRemoved,
  ContentRestored,
  contentKey,
  contentRpc,
  engagementRpc,
  exportsRpc,
  QuestionApproved,
  QuestionAsked,
  type RemovalCause,
} from '@hearsay/contracts';
import {
  createTestServiceStub,
  type EventSource,
  eventually,
  randomSealKeys,
  type SourceFact,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type pg from 'pg';
import { engagement } from '../engagement.definition.js';

export const refused = (act: Promise<unknown>, code: string): Promise<void> =>
  expect(act).rejects.toMatchObject({ code });

type ContentAnswers = Parameters<typeof createTestServiceStub>[3];

export const contentWithAll: ContentAnswers = {
  [contentRpc.boostTargets.name]: (input) => ({
    targets: (input as { items: BoostTarget[] }).items.map(({ contentType, contentId }) => ({
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

export class EngagementFixture {
  service!: TestService;
  content!: EventSource;
  identity!: EventSource;
  readonly targets = new Map<string, BoostTarget>();
  readonly asked: string[][] = [];
  readonly #revisions = new Map<string, number>();
  /** Long ago, so that work that waits for 72 hours is due. */
  readonly #at = '2026-03-04T05:06:07.008Z';

  /** Registers hooks: create it once, at the top of a file. */
  constructor({ contentAnswers, wayToDatabase }: Surroundings = {}) {
    let stub: { stop(): void };
    beforeAll(async () => {
      const prefix = uniqueSubjectPrefix();
      this.service = await startTestService(engagement, randomSealKeys(), { prefix, wayTo: wayToDatabase });
      this.content = await startEventSource('content', this.service.connection, prefix);
      this.identity = await startEventSource('identity', this.service.connection, prefix);
      stub = createTestServiceStub(this.service.connection, prefix, 'content', contentAnswers ?? this.#knownTargets);
    });
    afterAll(async () => {
      stub.stop();
      await this.identity.stop();
      await this.content.stop();
      await this.service.stop();
    });
  }

  readonly #knownTargets: ContentAnswers = {
    [contentRpc.boostTargets.name]: (input) => {
      const { items } = input as { items: BoostTarget[] };
      this.asked.push(items.map(contentKey));
      return { targets: items.flatMap((item) => this.targets.get(contentKey(item)) ?? []) };
    },
  };

  get pool(): pg.Pool {
    return this.service.service.pool;
  }

  readonly rows = async <Row extends object = Record<string, unknown>>(sql: string, ...values: unknown[]) =>
    (await this.pool.query(sql, values)).rows as Row[];

  readonly targetOf = (contentType: BoostTarget['contentType'], over: Partial<BoostTarget> = {}): BoostTarget => {
    const contentId = randomUUID();
    const owner = { accountId: randomUUID(), sealed: null };
    const target = { contentType, contentId, questionId: contentId, owner, thresholds: [], ...over };
    this.targets.set(contentKey(target), target);
    return target;
  };

  readonly forget = (...targets: readonly BoostTarget[]): void => {
    for (const target of targets) this.targets.delete(contentKey(target));
  };

  readonly boost = (
    { contentType, contentId }: Pick<BoostTarget, 'contentType' | 'contentId'>,
    as: string | null,
    isBoosted: boolean | null = null,
    context: Partial<CallContext> = {},
  ) => this.service.call(engagementRpc.setBoost, { contentType, contentId, isBoosted }, as, context);

  readonly repost = (
    { contentType, contentId }: Pick<BoostTarget, 'contentType' | 'contentId'>,
    as: string | null,
    text: string | null = null,
    context: Partial<CallContext> = {},
  ) => this.service.call(engagementRpc.repost, { contentType, contentId, text }, as, context);

  readonly removeRepost = (
    { contentId }: Pick<BoostTarget, 'contentId'>,
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

  readonly countsOf = async (
    { contentType, contentId }: Pick<BoostTarget, 'contentType' | 'contentId'>,
    as: string | null,
  ) => (await this.service.call(engagementRpc.contentCounts, { items: [{ contentType, contentId }] }, as)).counts[0];

  readonly repostsOf = async (accountId: string) =>
    (await this.service.call(exportsRpc.exportedReposts, { after: null }, accountId)).reposts;

  readonly hasWords = async (words: string): Promise<boolean> =>
    (await this.rows('select 1 from texts where words = $1', words)).length > 0;

  /** Acts of an account, each with the next revision. */
  readonly accountFact = (
    definition: typeof AccountHidden | typeof AccountShown | typeof AccountErased,
    accountId: string,
    removalId: string = randomUUID(),
  ): SourceFact => {
    const revision = (this.#revisions.get(accountId) ?? 0) + 1;
    this.#revisions.set(accountId, revision);
    return sourceFact(definition, { accountId, removalId, revision }, this.#envelope(accountId));
  };

  readonly askedFact = ({ questionId, owner }: BoostTarget, targetId: string | null): SourceFact => {
    const words = { titleTextId: randomUUID(), descriptionTextId: null };
    const rules = { isAnonymous: owner.sealed !== null, allowAnonymousAnswers: true, replyBoostThreshold: 0 };
    return sourceFact(QuestionAsked, { questionId, owner, ...words, ...rules, targetId }, this.#envelope(questionId));
  };

  readonly approvedFact = ({ questionId, owner }: BoostTarget, targetId: string): SourceFact =>
    sourceFact(
      QuestionApproved,
      { questionId, owner, isAnonymous: owner.sealed !== null, targetId, number: 1 },
      this.#envelope(questionId),
    );

  readonly removedFact = (
    target: BoostTarget,
    revision: number,
    cause: RemovalCause = 'author',
    at = this.#at,
  ): SourceFact =>
    sourceFact(
      ContentRemoved,
      { ...this.#removal(target, revision), cause },
      { ...this.#envelope(target.questionId), at },
    );

  readonly restoredFact = (target: BoostTarget, revision: number): SourceFact =>
    sourceFact(ContentRestored, this.#removal(target, revision), this.#envelope(target.questionId));

  readonly #envelope = (routingId: string) => ({ at: this.#at, routingId });

  readonly #removal = ({ contentType, contentId, questionId, owner }: BoostTarget, revision: number) => ({
    contentType,
    contentId,
    questionId,
    owner,
    isAnonymous: owner.sealed !== null,
    removalId: randomUUID(),
    revision,
    number: null,
  });

  readonly hearOf = async (target: BoostTarget, targetId: string | null): Promise<void> => {
    await this.content.publish(this.askedFact(target, targetId));
    const known = 'select 1 from contents where content_id = $1 and is_pending = $2';
    await eventually(
      'the question is known',
      async () => (await this.rows(known, target.contentId, targetId !== null)).length === 1,
    );
  };
}
