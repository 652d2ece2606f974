import { randomUUID } from 'node:crypto';
import {
  LevelChanged,
  type LiveBell,
  liveSubjects,
  type NotificationView,
  notificationRpc,
  type Owner,
  ReplyPosted,
  Revealed,
} from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { SealedAuthors } from '@hearsay/service-runtime';
import {
  createTestServiceStub,
  type EventSource,
  eventually,
  KnownAuthors,
  randomSealKeys,
  type SourceFact,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { InboxKeys } from './inbox/inbox-keys.js';
import { notification } from './notification.definition.js';

const sealKeys = randomSealKeys();
export const seals = new SealedAuthors(sealKeys, 'notification');
export const known = new KnownAuthors();
export const authors = known.lookup();
export const keys = new InboxKeys(seals, authors);
const anHourAgo = Date.now() - 3_600_000;
/** Seconds after a fixed time an hour ago. Queries hide read notifications older than 90 days. */
export const second = (number: number): string => new Date(anHourAgo + number * 1000).toISOString();
const at = second(0);
export const named = (accountId: string): Owner => ({ accountId, sealed: null });
export const anonymous = (accountId: string): Owner => seals.ownerOf(known.authorIdOf(accountId));

export interface NotificationUnderTest {
  readonly service: TestService;
  readonly content: EventSource;
  readonly engagement: EventSource;
  readonly gamification: EventSource;
  readonly identity: EventSource;
  readonly moderation: EventSource;
  inbox(accountId: string, before?: string, limit?: number): Promise<NotificationView[]>;
  unread(accountId: string): Promise<number>;
  hasUnread(accountId: string, unread: number): Promise<void>;
  markRead(accountId: string, id: string): Promise<object>;
  settled(): Promise<void>;
  bells(accountId: string): Promise<LiveBell[]>;
  stop(): Promise<void>;
}

export const startNotification = async (): Promise<NotificationUnderTest> => {
  const prefix = uniqueSubjectPrefix();
  const service = await startTestService(notification, sealKeys, { prefix });
  const contentCalls = createTestServiceStub(service.connection, prefix, 'content', known.answers);
  const source = (name: string) => startEventSource(name, service.connection, prefix);
  const [content, engagement, gamification] = [
    await source('content'),
    await source('engagement'),
    await source('gamification'),
  ];
  const [identity, moderation] = [await source('identity'), await source('moderation')];
  return {
    service,
    content,
    engagement,
    gamification,
    identity,
    moderation,
    inbox: async (accountId, before, limit = 100) =>
      (await service.call(notificationRpc.inbox, { before: before ?? null, limit }, accountId)).notifications,
    unread: async (accountId) => (await service.call(notificationRpc.unread, {}, accountId)).unread,
    hasUnread: (accountId, unread) =>
      eventually(
        `${unread} unread`,
        async () => (await service.call(notificationRpc.unread, {}, accountId)).unread === unread,
      ),
    markRead: (accountId, id) => service.call(notificationRpc.markRead, { id }, accountId),
    settled: () => service.settled(content, engagement, gamification, identity, moderation),
    async bells(accountId) {
      const rung: LiveBell[] = [];
      subscribeLive<LiveBell>(service.connection, `${prefix}${liveSubjects.bell(accountId)}`, (bell) =>
        rung.push(bell),
      );
      await service.connection.flush();
      return rung;
    },
    async stop() {
      await service.stop();
      contentCalls.stop();
      for (const log of [content, engagement, gamification, identity, moderation]) await log.stop();
    },
  };
};

interface ReplyChanges {
  readonly at?: string;
  readonly questionId?: string;
  readonly parentOwner?: Owner | null;
}

export const replyPosted = (owner: Owner, questionOwner: Owner, changes: ReplyChanges = {}): SourceFact => {
  const { questionId = randomUUID(), parentOwner = null } = changes;
  return sourceFact(
    ReplyPosted,
    {
      replyId: randomUUID(),
      questionId,
      textId: randomUUID(),
      owner,
      isAnonymous: owner.sealed !== null,
      questionOwner,
      parentReplyId: parentOwner && randomUUID(),
      parentOwner,
      number: 1,
    },
    { at: changes.at ?? at, routingId: questionId },
  );
};

export const revealed = (owner: Owner, questionId: string, threshold: number): SourceFact =>
  sourceFact(
    Revealed,
    { questionId, owner, threshold, revealCount: threshold, number: 1 },
    { at, routingId: questionId },
  );

export const levelChanged = (accountId: string, previousLevel: number, level: number, revision: number): SourceFact =>
  sourceFact(LevelChanged, { accountId, level, previousLevel, revision }, { at, routingId: accountId });
