import { type EventOf, NotificationDeleted, NotificationRetracted, NotificationsRead, Notified } from '@hearsay/contracts';
import type { AggregateDefinition, Loaded, Transaction } from '@hearsay/event-store';

const inboxEvents = [Notified, NotificationRetracted, NotificationsRead, NotificationDeleted] as const;
export type InboxDefinition = (typeof inboxEvents)[number];

/** How many unread ones an event adds. The first act creates a notification, the last one undone ends it. */
export const unreadChange = ({ type, data }: EventOf<InboxDefinition>): number => {
  if (type === Notified.type) return data.count === 1 ? 1 : 0;
  if (type === NotificationRetracted.type) return data.count === 0 ? -1 : 0;
  if (type === NotificationsRead.type) return -data.notificationIds.length;
  return data.wasUnread ? -1 : 0;
};

export interface Inbox {
  readonly unread: number;
}

/**
 * Key: account id. Every command names the inbox it changes, so its lock also guards the other rows here: a content's
 * boosts, an act, a notification belong to one person.
 */
export const inboxAggregate: AggregateDefinition<Inbox, InboxDefinition> = {
  name: 'inbox',
  events: inboxEvents,
  evolve: (inbox, event) => ({ unread: inbox.unread + unreadChange(event) }),
  async load(tx, keys) {
    const loaded = new Map<string, Loaded<Inbox>>();
    await lockInboxes(tx, keys, loaded);
    const missing = keys.filter((key) => !loaded.has(key));
    if (missing.length === 0) return loaded;
    await tx.query({
      name: 'make-inboxes',
      text: 'insert into inboxes (account_id) select unnest($1::uuid[]) on conflict do nothing',
      values: [missing],
    });
    await lockInboxes(tx, missing, loaded);
    return loaded;
  },
};

const lockInboxes = async (tx: Transaction, accountIds: readonly string[], into: Map<string, Loaded<Inbox>>): Promise<void> => {
  const { rows } = await tx.query<{ account_id: string; unread: number; version: number }>({
    name: 'lock-inboxes',
    text: 'select account_id, unread, version from inboxes where account_id = any($1::uuid[]) order by account_id for update',
    values: [accountIds],
  });
  for (const { account_id, unread, version } of rows) into.set(account_id, { version, state: { unread } });
};

/** The rows of these keys, and `missing` for every other key. */
const loadRows = async <Row extends { readonly version: number }, State>(
  tx: Transaction,
  keys: readonly string[],
  name: string,
  sql: string,
  missing: State,
  stateOf: (row: Row) => State,
): Promise<Map<string, Loaded<State>>> => {
  const loaded = new Map<string, Loaded<State>>(keys.map((key) => [key, { version: 0, state: missing }]));
  const { rows } = await tx.query<Row & { key: string }>({ name, text: sql, values: [keys] });
  for (const row of rows) loaded.set(row.key, { version: row.version, state: stateOf(row) });
  return loaded;
};

/** The unread notification that a content's boosts join. */
export interface BoostGroup {
  readonly notificationId: string | null;
  readonly count: number;
}
const noGroup: BoostGroup = { notificationId: null, count: 0 };

/** Key: content id. */
export const boostGroupAggregate: AggregateDefinition<BoostGroup, InboxDefinition> = {
  name: 'boost-group',
  events: inboxEvents,
  evolve(group, { type, data }) {
    if (type === Notified.type) return { notificationId: data.notificationId, count: data.count };
    if (type === NotificationRetracted.type) {
      const { count } = data;
      if (count === null) return group;
      return count === 0 ? noGroup : { ...group, count };
    }
    const ended = type === NotificationsRead.type ? data.notificationIds : [data.notificationId];
    return group.notificationId !== null && ended.includes(group.notificationId) ? noGroup : group;
  },
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'read-boost-groups',
      'select content_id as key, notification_id as "notificationId", count, 0 as version from boost_groups where content_id = any($1)',
      noGroup,
      ({ notificationId, count }: BoostGroup & { version: number }): BoostGroup => ({ notificationId, count }),
    ),
};

/** What was told of one boost; null before its first. */
export interface BoostAct {
  readonly notificationId: string;
  readonly toggle: number;
  readonly isLive: boolean;
}

/** Key: boost id. */
export const boostActAggregate: AggregateDefinition<BoostAct | null, typeof Notified | typeof NotificationRetracted> = {
  name: 'boost-act',
  events: [Notified, NotificationRetracted],
  evolve(act, { type, data }) {
    const { notificationId, boostAct } = data;
    return boostAct === null ? act : { notificationId, toggle: boostAct.toggle, isLive: type === Notified.type };
  },
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'read-boost-acts',
      `select boost_id as key, notification_id as "notificationId", toggle, is_live as "isLive", version
       from boost_acts where boost_id = any($1)`,
      null,
      ({ notificationId, toggle, isLive }: BoostAct & { version: number }): BoostAct | null => ({ notificationId, toggle, isLive }),
    ),
};

/** What deciding on one notification needs; null when it is gone. */
export interface Notice {
  readonly isRead: boolean;
  /** Told to the author of an anonymous content. */
  readonly isSealed: boolean;
}

/** Key: notification id. */
export const noticeAggregate: AggregateDefinition<Notice | null, InboxDefinition> = {
  name: 'notification',
  events: inboxEvents,
  evolve(notice, { type, data }) {
    if (type === Notified.type) return { isRead: false, isSealed: data.recipient.sealed !== null };
    if (type === NotificationsRead.type) return notice && { ...notice, isRead: true };
    return null;
  },
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'read-notifications',
      'select id as key, is_read as "isRead", is_sealed as "isSealed", version from notifications where id = any($1)',
      null,
      ({ isRead, isSealed }: Notice & { version: number }): Notice | null => ({ isRead, isSealed }),
    ),
};
