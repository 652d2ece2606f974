import { randomUUID } from 'node:crypto';
import { type LiveBell, liveSubjects, notificationRpc, type Owner, Revealed } from '@hearsay/contracts';
import { SealedAuthors } from '@hearsay/service-runtime';
import {
  boostPairOf,
  boostToggleFact,
  eventually,
  KnownAuthors,
  named,
  randomSealKeys,
  replyPosted as replyOf,
  type SourceFact,
  sourceFact,
  startTestService,
} from '@hearsay/testing';
import { InboxKeys } from './inbox/inbox-keys.js';
import { InboxSweep } from './inbox/sweep.js';
import { notification } from './notification.definition.js';

const allKinds = notificationRpc.NotificationKind.options;
const sealKeys = randomSealKeys();
export const seals = new SealedAuthors(sealKeys, 'notification');
export const knownAuthors = new KnownAuthors();
const authors = knownAuthors.lookup();
export const keys = new InboxKeys(seals, authors);
export const sealedInboxOf = (accountId: string) => keys.sealedInboxOf(knownAuthors.authorIdOf(accountId));
export const readMarksKeyOf = (accountId: string) => keys.readMarksKeyOf(knownAuthors.authorIdOf(accountId));
export const anonymousOwner = (accountId: string): Owner => seals.ownerOf(knownAuthors.authorIdOf(accountId));
const anHourAgo = Date.now() - 3_600_000;
/** The instant one hour ago, plus `number` seconds. Queries hide old notifications, so this instant must be recent. */
export const atSecond = (number: number): string => new Date(anHourAgo + number * 1000).toISOString();

type Answers = NonNullable<NonNullable<Parameters<typeof startTestService>[2]>['stubs']>['content'];

/** `answers` are the stubbed answers of content, besides its lookup of authors. */
export const startNotification = async (answers: Answers = {}) => {
  const test = await startTestService(notification, sealKeys, {
    sources: ['content', 'engagement', 'gamification', 'identity', 'moderation'],
    stubs: { content: { ...knownAuthors.answers, ...answers } },
  });
  const { call } = test;
  const unread = async (accountId: string) => (await call(notificationRpc.unread, {}, accountId)).unread;
  return {
    ...test,
    inbox: async (accountId: string, before: string | null = null, limit = 100, kinds: readonly string[] = allKinds) =>
      (await call(notificationRpc.inbox, { before, limit, kinds: [...kinds] }, accountId)).notifications,
    news: (accountId: string, kinds: readonly string[] = allKinds) =>
      call(notificationRpc.news, { kinds: [...kinds] }, accountId),
    unread,
    hasUnread: (accountId: string, count: number) =>
      eventually(`${count} unread`, async () => (await unread(accountId)) === count),
    markRead: (accountId: string, id: string, context = {}) =>
      call(notificationRpc.markRead, { id }, accountId, context),
    markQuestionRead: (accountId: string, questionId: string) =>
      call(notificationRpc.markQuestionRead, { questionId }, accountId),
    markAllRead: (accountId: string, context = {}) => call(notificationRpc.markAllRead, {}, accountId, context),
    delete: (accountId: string, id: string, context = {}) =>
      call(notificationRpc.deleteNotification, { id }, accountId, context),
    setPreferences: (accountId: string, changes: object, context = {}) =>
      call(notificationRpc.setPreferences, changes, accountId, context),
    sweep: (pool = test.service.pool, lookup = authors) =>
      new InboxSweep(pool, seals, new InboxKeys(seals, lookup), lookup).sweep(),
    bells: (accountId: string) => test.live<LiveBell>(liveSubjects.bell(accountId)),
    /** Publishes a boost of this owner's content by a new person. */
    boosted: (owner: Owner, contentId?: string, at = atSecond(1)) =>
      test.engagement.publish(boostToggleFact(boostPairOf(randomUUID(), owner, contentId), 1, at)),
    /** Publishes a reply by a new person under this owner's question. */
    replied: (questionOwner: Owner, changes: Parameters<typeof replyOf>[2] = {}) =>
      test.content.publish(replyPosted(named(randomUUID()), questionOwner, changes)),
  };
};

export const replyPosted: typeof replyOf = (owner, questionOwner, changes) =>
  replyOf(owner, questionOwner, { at: atSecond(0), ...changes });

export const revealedFact = (owner: Owner, questionId: string, threshold: number): SourceFact =>
  sourceFact(Revealed, { questionId, owner, threshold, revealCount: threshold, number: 1 }, { at: atSecond(0) });
