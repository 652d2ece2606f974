import { randomUUID } from 'node:crypto';
import {
  ContentRemoved,
  ContentRestored,
  type ContentType,
  gamificationRpc,
  type Owner,
  QuestionAsked,
  ReplyPosted,
} from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { SealedAuthors } from '@hearsay/service-runtime';
import {
  createTestServiceStub,
  type EventSource,
  KnownAuthors,
  randomSealKeys,
  type SourceFact,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import type { DailyCaps } from './config.js';
import { Deferral } from './deferred-xp/deferral.js';
import { PoolPayments } from './deferred-xp/pool-payments.js';
import { gamification } from './gamification.definition.js';

export const sealKeys = randomSealKeys();
export const seals = new SealedAuthors(sealKeys, 'gamification');
export const known = new KnownAuthors();
export const anonymousXp = { seals, authors: known.lookup() };
export const at = '2026-11-20T10:00:00.000Z';

export const named = (accountId: string): Owner => ({ accountId, sealed: null });
export const anonymous = (accountId: string): Owner => seals.ownerOf(known.authorIdOf(accountId));

export interface GamificationUnderTest {
  readonly service: TestService;
  readonly content: EventSource;
  readonly engagement: EventSource;
  xp(accountId: string): Promise<number>;
  level(accountId: string): Promise<number>;
  activities(accountId: string, before?: string, limit?: number): Promise<Activities>;
  stop(): Promise<void>;
}

type Activities = Awaited<ReturnType<typeof activitiesOf>>;

const activitiesOf = async (service: TestService, accountId: string, before: string | null, limit: number) =>
  (await service.call(gamificationRpc.xpActivities, { before, limit }, accountId)).activities;

export const startGamification = async (
  options: {
    caps?: Partial<DailyCaps>;
    poolSeconds?: number;
    redisUrl?: string;
    readingKeys?: Buffer<ArrayBuffer>[];
  } = {},
): Promise<GamificationUnderTest> => {
  const prefix = uniqueSubjectPrefix();
  const service = await startTestService(
    gamification,
    {
      ...sealKeys,
      SEALED_AUTHOR_READING_KEYS: options.readingKeys ?? [],
      REDIS_URL: options.redisUrl ?? process.env.TEST_REDIS_URL ?? '',
      ANONYMOUS_XP_POOL_SECONDS: options.poolSeconds ?? 0,
      DAILY_XP_CAPS: { ...defaultDailyCaps, ...options.caps },
    },
    { prefix },
  );
  const contentCalls = createTestServiceStub(service.connection, prefix, 'content', known.answers);
  const content = await startEventSource('content', service.connection, prefix);
  const engagement = await startEventSource('engagement', service.connection, prefix);
  const progress = async (accountId: string) =>
    (await service.call(gamificationRpc.progress, { accountIds: [accountId] }, null)).progress[0]!;
  return {
    service,
    content,
    engagement,
    xp: async (accountId) => (await progress(accountId)).xp,
    level: async (accountId) => (await progress(accountId)).level,
    activities: (accountId, before, limit = 50) => activitiesOf(service, accountId, before ?? null, limit),
    async stop() {
      await service.stop();
      contentCalls.stop();
      await content.stop();
      await engagement.stop();
    },
  };
};

/** A pool interval so long that hardly any pool is due during a test. */
export const thousandDays = 1000 * 86_400;

export const paymentsOf = (game: GamificationUnderTest, execute: CommandPipeline['execute']): PoolPayments =>
  new PoolPayments({
    pool: game.service.service.pool,
    pipeline: { execute } as CommandPipeline,
    seals,
    authors: known.lookup(),
    deferral: new Deferral(seals, thousandDays),
    caps: defaultDailyCaps,
    wakeLevels: () => undefined,
  });

export const questionAsked = (owner: Owner, when = at, questionId = randomUUID()): SourceFact =>
  sourceFact(
    QuestionAsked,
    {
      questionId,
      titleTextId: randomUUID(),
      descriptionTextId: null,
      owner,
      isAnonymous: owner.sealed !== null,
      allowAnonymousAnswers: true,
      replyBoostThreshold: 0,
      targetId: null,
    },
    { at: when, routingId: questionId },
  );

export const replyPosted = (owner: Owner, question: { id: string; owner: Owner }, when = at): SourceFact =>
  sourceFact(
    ReplyPosted,
    {
      replyId: randomUUID(),
      questionId: question.id,
      textId: randomUUID(),
      owner,
      isAnonymous: owner.sealed !== null,
      questionOwner: question.owner,
      parentReplyId: null,
      parentOwner: null,
      number: 1,
    },
    { at: when, routingId: question.id },
  );

/** Removes content (odd revisions) or restores it (even ones). */
export const removal = (
  content: { readonly id: string; readonly owner: Owner; readonly type?: ContentType },
  revision: number,
  when = at,
): SourceFact => {
  const { id, owner, type = 'question' } = content;
  const data = {
    contentType: type,
    contentId: id,
    questionId: id,
    owner,
    isAnonymous: owner.accountId === null,
    removalId: randomUUID(),
    revision,
    number: null,
  };
  const envelope = { at: when, routingId: id };
  return revision % 2 === 1
    ? sourceFact(ContentRemoved, { ...data, cause: 'author' }, envelope)
    : sourceFact(ContentRestored, data, envelope);
};
