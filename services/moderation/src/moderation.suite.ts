import { randomUUID } from 'node:crypto';
import {
  type ContentRef,
  contentKey,
  contentModerationRpc,
  identityRpc,
  moderationRpc,
  type Owner,
  type Person,
  type ReportedContent,
  type ReportedRef,
  type ReportStatus,
} from '@hearsay/contracts';
import { type createTestServiceStub, named, startTestService } from '@hearsay/testing';
import { moderation } from './moderation.definition.js';
import { FakePostServices } from './wipes/fake-posts.suite.js';

export const anonymousOwner = (): Owner => ({ accountId: null, sealed: `key.${randomUUID()}` });

export interface StubbedContent extends Omit<ReportedContent, 'isMine'> {
  readonly authorId: string;
}

export const startModeration = async () => {
  const contents = new Map<string, StubbedContent>();
  const removed = new Set<string>();
  const posts = new FakePostServices();
  const content: Parameters<typeof createTestServiceStub>[3] = {
    ...posts.content,
    [contentModerationRpc.reportedContents.name]: (input, { accountId }) => ({
      contents: (input as { items: ContentRef[] }).items.flatMap((item) => {
        const known = contents.get(contentKey(item));
        if (!known || removed.has(contentKey(item))) return [];
        const { authorId, ...rest } = known;
        return [{ ...rest, isMine: authorId === accountId }];
      }),
    }),
    [contentModerationRpc.isAuthor.name]: (input, { accountId }) => ({
      isAuthor: contents.get(contentKey(input as ContentRef))?.authorId === accountId,
    }),
  };
  const people = new Map<string, Pick<Person, 'id' | 'username' | 'invitation'>>();
  const identity: Parameters<typeof createTestServiceStub>[3] = {
    [identityRpc.people.name]: (input) => ({
      people: (input as { ids: string[] }).ids.flatMap((id) => people.get(id) ?? []),
    }),
  };
  const test = await startTestService(
    moderation,
    { REDIS_URL: process.env.TEST_REDIS_URL ?? '' },
    {
      sources: ['identity', 'content', 'engagement', 'gamification'],
      stubs: { identity: { ...posts.identity, ...identity }, engagement: posts.engagement, content },
    },
  );
  const { call } = test;
  return {
    ...test,
    contents,
    people,
    removed,
    posts,
    /** Adds a question by a new person, with `changes` applied. */
    add(changes: Partial<StubbedContent> = {}): StubbedContent {
      const { contentId = randomUUID(), authorId = randomUUID() } = changes;
      const preview = { title: 'Why?', description: 'Because', content: null, mediaType: null };
      const plain = { contentType: 'question', isLocked: false, owner: named(authorId), preview } as const;
      const known = { ...plain, questionId: contentId, ...changes, contentId, authorId };
      contents.set(contentKey(known), known);
      return known;
    },
    report: async ({ contentType, contentId }: ReportedRef, reporterId: string = randomUUID(), context = {}) =>
      (await call(moderationRpc.fileReport, { contentType, contentId, reason: 'Rude' }, reporterId, context)).report,
    resolve: async (reportId: string, reviewerId: string = randomUUID(), context = {}) =>
      (await call(moderationRpc.resolveReport, { reportId }, reviewerId, context)).report,
    reports: async (
      status: ReportStatus,
      { before = null, limit = 100, as = null }: { before?: string | null; limit?: number; as?: string | null } = {},
    ) => (await call(moderationRpc.reports, { status, before, limit }, as)).reports,
    pending: async (as: string | null = null) => (await call(moderationRpc.pendingReports, {}, as)).reports,
    audit: async (before: string | null = null, limit = 500) =>
      (await call(moderationRpc.audit, { before, limit }, null)).entries,
  };
};
