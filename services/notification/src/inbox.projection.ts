import { NotificationDeleted, NotificationRetracted, NotificationsRead, Notified } from '@hearsay/contracts';
import type { AppendedEvent, ReadModel, Transaction } from '@hearsay/event-store';
import { deleteRows, readRows, retractRows, tellRows } from './inbox.rows.js';

type Step = (tx: Transaction, events: readonly AppendedEvent<never>[], sealKey: Buffer) => Promise<void>;

const steps: Readonly<Record<string, Step>> = {
  [Notified.type]: tellRows,
  [NotificationRetracted.type]: retractRows,
  [NotificationsRead.type]: readRows,
  [NotificationDeleted.type]: deleteRows,
};

/** Neighbouring events of one type: together they are one step, and the order of the log is kept. */
const runsOf = (events: readonly AppendedEvent[]): AppendedEvent[][] => {
  const runs: AppendedEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.type === event.type) run.push(event);
    else runs.push([event]);
  }
  return runs;
};

/**
 * Inboxes and everything that is in them. The commands hold the locks of the inboxes. Opens sealed recipients: whom to
 * tell lies in `recipients`, apart from what is told.
 */
export const inboxRows = (sealKey: Buffer): ReadModel => ({
  name: 'notification.inbox',
  eventTypes: Object.keys(steps),
  tables: ['notifications', 'recipients', 'inboxes', 'boost_groups', 'boost_acts'],
  async apply(tx, events) {
    for (const run of runsOf(events)) await steps[run[0]!.type]!(tx, run as unknown as readonly AppendedEvent<never>[], sealKey);
  },
});
