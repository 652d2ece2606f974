import { randomUUID } from 'node:crypto';
import { type ContentRef, contentKey, moderationRpc, type Owner, type ReportedContent } from '@hearsay/contracts';
import {
  createTestServiceStub,
  type EventSource,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { moderation } from './moderation.definition.js';
import { FakePosts } from './wipes/fake-posts.suite.js';

export const named = (accountId: string): Owner => ({ accountId, sealed: null });
export const anonymous = (): Owner => ({ accountId: null, sealed: `key.${randomUUID()}` });

export interface KnownContent extends Omit<ReportedContent, 'isMine'> {
  readonly authorId: string;
}

export interface ModerationUnderTest {
  readonly service: TestService;
  readonly identity: EventSource;
  readonly content: EventSource;
  readonly engagement: EventSource;
  readonly gamification: EventSource;
  readonly contents: Map<string, KnownContent>;
  readonly removed: Set<string>;
  readonly posts: FakePosts;
  add(changes?: Partial<KnownContent>): KnownContent;
  report(content: ContentRef, reporterId: string, context?: object): ReturnType<typeof fileOne>;
  resolve(reportId: string, reviewerId: string): ReturnType<typeof resolveOne>;
  reports(status: 'pending' | 'resolved', before?: string, limit?: number, as?: string): ReturnType<typeof listOf>;
  stop(): Promise<void>;
}

const fileOne = async (
  service: TestService,
  { contentType, contentId }: ContentRef,
  reporterId: string,
  context?: object,
) =>
  (await service.call(moderationRpc.fileReport, { contentType, contentId, reason: 'Rude' }, reporterId, context))
    .report;
const resolveOne = async (service: TestService, reportId: string, reviewerId: string) =>
  (await service.call(moderationRpc.resolveReport, { reportId }, reviewerId)).report;
const listOf = async (
  service: TestService,
  status: 'pending' | 'resolved',
  before: string | null,
  limit: number,
  as: string | null,
) => (await service.call(moderationRpc.reports, { status, before, limit }, as)).reports;

export const startModeration = async (): Promise<ModerationUnderTest> => {
  const prefix = uniqueSubjectPrefix();
  const service = await startTestService(moderation, { REDIS_URL: process.env.TEST_REDIS_URL ?? '' }, { prefix });
  const source = (name: string) => startEventSource(name, service.connection, prefix);
  const [identity, content, engagement] = [
    await source('identity'),
    await source('content'),
    await source('engagement'),
  ];
  const gamification = await source('gamification');
  const contents = new Map<string, KnownContent>();
  const removed = new Set<string>();
  const posts = new FakePosts();
  const stub = (name: string, answers: Parameters<typeof createTestServiceStub>[3]) =>
    createTestServiceStub(service.connection, prefix, name, answers);
  const stubs = [stub('identity', posts.identity), stub('engagement', posts.engagement)];
  stubs.push(
    stub('content', {
      ...posts.content,
      'reported-contents': (input, { accountId }) => ({
        contents: (input as { items: ContentRef[] }).items.flatMap((item) => {
          const known = contents.get(contentKey(item));
          if (!known || removed.has(contentKey(item))) return [];
          const { authorId, ...rest } = known;
          return [{ ...rest, isMine: authorId === accountId }];
        }),
      }),
      'is-author': (input, { accountId }) => ({
        isAuthor: contents.get(contentKey(input as ContentRef))?.authorId === accountId,
      }),
    }),
  );
  return {
    service,
    identity,
    content,
    engagement,
    gamification,
    contents,
    removed,
    posts,
    add(changes = {}) {
      const contentId = changes.contentId ?? randomUUID();
      const authorId = changes.authorId ?? randomUUID();
      const known: KnownContent = {
        contentType: 'question',
        contentId,
        questionId: contentId,
        owner: named(authorId),
        isLocked: false,
        preview: { title: 'Why?', description: 'Because', content: null, mediaType: null },
        ...changes,
        authorId,
      };
      contents.set(contentKey(known), known);
      return known;
    },
    report: (target, reporterId, context) => fileOne(service, target, reporterId, context),
    resolve: (reportId, reviewerId) => resolveOne(service, reportId, reviewerId),
    reports: (status, before, limit = 100, as) => listOf(service, status, before ?? null, limit, as ?? null),
    async stop() {
      await service.stop();
      for (const other of stubs) other.stop();
      for (const log of [identity, content, engagement, gamification]) await log.stop();
    },
  };
};
