import { NotificationDeleted, NotificationsRead, Refusal } from '@hearsay/contracts';
import { type BatchView, type CommandDefinition, type CommandPlan, type NewEvent, newEvent } from '@hearsay/event-store';
import { bell } from './bell.js';
import { boostGroupAggregate, inboxAggregate, type Notice, noticeAggregate } from './inbox.aggregates.js';

/** What never changes about a notification of one's own, looked up before the decision. */
export interface OwnNotification {
  readonly id: string;
  /** For boosts: the content whose boosts share it; null for everything else. */
  readonly boostedContentId: string | null;
}

const planFor = (accountId: string, own: readonly OwnNotification[]): CommandPlan => {
  // An inbox row is made for people who have been told something, never for a mere look.
  if (own.length === 0) return { aggregates: {} };
  return {
    aggregates: {
      [inboxAggregate.name]: [accountId],
      [boostGroupAggregate.name]: own.flatMap(({ boostedContentId }) => (boostedContentId === null ? [] : [boostedContentId])),
      [noticeAggregate.name]: own.map(({ id }) => id),
    },
  };
};

/** A notification of boosts is unread while it is the one that boosts join. */
const isUnread = (view: BatchView, { id, boostedContentId }: OwnNotification): boolean =>
  boostedContentId === null
    ? view.state<Notice | null>(noticeAggregate, id)?.isRead === false
    : view.state(boostGroupAggregate, boostedContentId).notificationId === id;

const touchesOf = (accountId: string, { boostedContentId }: OwnNotification) => [
  { aggregate: inboxAggregate, key: accountId },
  ...(boostedContentId === null ? [] : [{ aggregate: boostGroupAggregate, key: boostedContentId }]),
];

/** Of an event on the notification's own stream. Nothing in it may join the author of anonymous content to their other acts. */
const ownEnvelope = (accountId: string, own: OwnNotification, { isSealed }: Notice) => ({
  aggregate: noticeAggregate,
  key: own.id,
  touches: touchesOf(accountId, own),
  routingId: own.id,
  isAnonymous: isSealed,
  isUnlinked: isSealed,
});

const readEvent = (accountId: string, own: OwnNotification, notice: Notice) =>
  newEvent(NotificationsRead, { notificationIds: [own.id] }, ownEnvelope(accountId, own, notice));

export interface OneOfMine {
  readonly accountId: string;
  /** Null: another's or unknown. */
  readonly own: OwnNotification | null;
}

const noticeOf = (view: BatchView, own: OwnNotification | null): [OwnNotification, Notice] => {
  const notice = own && view.state<Notice | null>(noticeAggregate, own.id);
  if (!own || !notice) throw new Refusal('not_found');
  return [own, notice];
};

export const markRead: CommandDefinition<OneOfMine, Record<string, never>, typeof NotificationsRead> = {
  type: 'mark-read',
  plan: ({ accountId, own }) => planFor(accountId, own ? [own] : []),
  decide({ accountId, own: found }, view) {
    const [own, notice] = noticeOf(view, found);
    if (!isUnread(view, own)) return { events: [], result: {} };
    const { unread } = view.state(inboxAggregate, accountId);
    return { events: [readEvent(accountId, own, notice)], live: [bell(accountId, null, unread - 1)], result: {} };
  },
};

export interface MarkAllRead {
  readonly accountId: string;
  /** What was unread when the person asked: what came since stays unread. */
  readonly unread: readonly OwnNotification[];
}

export const markAllRead: CommandDefinition<MarkAllRead, Record<string, never>, typeof NotificationsRead> = {
  type: 'mark-all-read',
  plan: ({ accountId, unread }) => planFor(accountId, unread),
  decide({ accountId, unread }, view) {
    const still = unread.filter((own) => isUnread(view, own));
    if (still.length === 0) return { events: [], result: {} };
    const named: OwnNotification[] = [];
    const events: NewEvent<typeof NotificationsRead>[] = [];
    for (const own of still) {
      const notice = view.state<Notice | null>(noticeAggregate, own.id);
      // One event for all would name the author of anonymous content by what else they read.
      if (notice?.isSealed) events.push(readEvent(accountId, own, notice));
      else named.push(own);
    }
    if (named.length > 0) {
      events.push(
        newEvent(
          NotificationsRead,
          { notificationIds: named.map(({ id }) => id) },
          {
            aggregate: inboxAggregate,
            key: accountId,
            touches: named.flatMap(({ id, boostedContentId }) => [
              { aggregate: noticeAggregate, key: id },
              ...(boostedContentId === null ? [] : [{ aggregate: boostGroupAggregate, key: boostedContentId }]),
            ]),
            routingId: accountId,
          },
        ),
      );
    }
    const left = view.state(inboxAggregate, accountId).unread - still.length;
    return { events, live: [bell(accountId, null, left)], result: {} };
  },
};

export const deleteNotification: CommandDefinition<OneOfMine, Record<string, never>, typeof NotificationDeleted> = {
  type: 'delete-notification',
  plan: ({ accountId, own }) => planFor(accountId, own ? [own] : []),
  decide({ accountId, own: found }, view) {
    const [own, notice] = noticeOf(view, found);
    const wasUnread = isUnread(view, own);
    const left = view.state(inboxAggregate, accountId).unread - (wasUnread ? 1 : 0);
    return {
      events: [newEvent(NotificationDeleted, { notificationId: own.id, wasUnread }, ownEnvelope(accountId, own, notice))],
      live: [bell(accountId, null, left)],
      result: {},
    };
  },
};
