import { type EventData, NotificationDeleted, NotificationRetracted, NotificationsRead, Notified } from '@hearsay/contracts';
import type { AppendedEvent, ReadModel, Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { deleteRows, readRows, retractRows, writeNotified } from './inbox.rows.js';

type Step = (tx: Transaction, events: readonly AppendedEvent<never>[], authors: SealedAuthors) => Promise<void>;

const steps: Readonly<Record<string, Step>> = {
  [Notified.type]: writeNotified,
  [NotificationRetracted.type]: retractRows,
  [NotificationsRead.type]: readRows,
  [NotificationDeleted.type]: deleteRows,
};

/** What an event's rows are found by: events that share nothing of it may change places. */
const keysOf = ({ stream, data }: AppendedEvent): string[] => {
  const { notificationId, notificationIds, boostAct, contentId } = data as Partial<
    EventData<typeof Notified> & EventData<typeof NotificationsRead>
  >;
  const keys = [stream, ...(notificationIds ?? [])];
  if (notificationId) keys.push(notificationId);
  if (boostAct) keys.push(boostAct.boostId);
  if (contentId) keys.push(contentId);
  return keys;
};

/**
 * As few steps of one type as keep the order of the log for events that share rows: in a group of boosts and takings back
 * most events have nothing to do with their neighbours.
 */
export const stepsOf = (events: readonly AppendedEvent[]): AppendedEvent[][] => {
  const last = new Map<string, { readonly type: string; readonly depth: number }>();
  const layers: Map<string, AppendedEvent[]>[] = [];
  for (const event of events) {
    const keys = keysOf(event);
    let depth = 0;
    for (const key of keys) {
      const before = last.get(key);
      if (before) depth = Math.max(depth, before.type === event.type ? before.depth : before.depth + 1);
    }
    for (const key of keys) last.set(key, { type: event.type, depth });
    const layer = layers[depth] ?? new Map<string, AppendedEvent[]>();
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
export const inboxRows = (authors: SealedAuthors): ReadModel => ({
  name: 'notification.inbox',
  eventTypes: Object.keys(steps),
  tables: ['notifications', 'recipients', 'inboxes', 'boost_groups', 'boost_acts'],
  async apply(tx, events) {
    for (const step of stepsOf(events)) await steps[step[0]!.type]!(tx, step as unknown as readonly AppendedEvent<never>[], authors);
  },
});
