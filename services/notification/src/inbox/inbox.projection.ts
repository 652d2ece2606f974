import { NotificationDeleted, NotificationRetracted, NotificationsRead, Notified } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, type ReadModel, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type { InboxDefinition } from './inbox.aggregates.js';
import { deleteRows, readRows, retractRows, writeNotified } from './inbox.rows.js';

type InboxEvent = AppendedEvent<InboxDefinition>;

/** The rows of events of one type. */
const writeStep = async (tx: Transaction, events: readonly InboxEvent[], authors: SealedAuthors): Promise<void> => {
  switch (events[0]?.type) {
    case Notified.type:
      return writeNotified(tx, eventsOf(events, Notified), authors);
    case NotificationRetracted.type:
      return retractRows(tx, eventsOf(events, NotificationRetracted));
    case NotificationsRead.type:
      return readRows(tx, eventsOf(events, NotificationsRead));
    case NotificationDeleted.type:
      return deleteRows(tx, eventsOf(events, NotificationDeleted));
  }
};

/** What an event's rows are found by: events that share nothing of it may change places. */
const keysOf = ({ stream, type, data }: InboxEvent): string[] => {
  if (type === NotificationsRead.type) return [stream, ...data.notificationIds];
  const keys = [stream, data.notificationId];
  if ('boostAct' in data && data.boostAct) keys.push(data.boostAct.boostId);
  if (type === Notified.type && data.contentId) keys.push(data.contentId);
  return keys;
};

/**
 * As few steps of one type as keep the order of the log for events that share rows: in a group of boosts and takings back
 * most events have nothing to do with their neighbours.
 */
export const stepsOf = (events: readonly InboxEvent[]): InboxEvent[][] => {
  const last = new Map<string, { readonly type: string; readonly depth: number }>();
  const layers: Map<string, InboxEvent[]>[] = [];
  for (const event of events) {
    const keys = keysOf(event);
    let depth = 0;
    for (const key of keys) {
      const before = last.get(key);
      if (before) depth = Math.max(depth, before.type === event.type ? before.depth : before.depth + 1);
    }
    for (const key of keys) last.set(key, { type: event.type, depth });
    const layer = layers[depth] ?? new Map<string, InboxEvent[]>();
    layers[depth] = layer;
    const step = layer.get(event.type);
    if (step) step.push(event);
    else layer.set(event.type, [event]);
  }
  return layers.flatMap((layer) => [...layer.values()]);
};

/**
 * Inboxes and everything that is in them. The commands hold the locks of the inboxes. Opens sealed recipients: whom to
 * tell lies in `recipients`, apart from what is told.
 */
export const inboxRows = (authors: SealedAuthors): ReadModel<InboxDefinition> => ({
  name: 'notification.inbox',
  events: [Notified, NotificationRetracted, NotificationsRead, NotificationDeleted],
  tables: ['notifications', 'recipients', 'inboxes', 'boost_groups', 'boost_acts'],
  async apply(tx, events) {
    for (const step of stepsOf(events)) await writeStep(tx, step, authors);
  },
});
