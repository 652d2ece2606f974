import type { NotificationDeleted, NotificationRetracted, NotificationsRead, Notified } from '@hearsay/contracts';
import type { AppendedEvent, Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { noticeAggregate } from './inbox.aggregates.js';

type NotifiedEvent = AppendedEvent<typeof Notified>;
type Retracted = AppendedEvent<typeof NotificationRetracted>;
type Read = AppendedEvent<typeof NotificationsRead>;
type Deleted = AppendedEvent<typeof NotificationDeleted>;

/** The newest event of each key. */
const newestBy = <E>(events: readonly E[], keyOf: (event: E) => string): E[] => [
  ...new Map(events.map((event) => [keyOf(event), event])).values(),
];

/** Version on the notification's own stream; boosts are told on the stream of their pair. */
const ownVersion = ({ stream, version, data }: NotifiedEvent): number =>
  stream === `${noticeAggregate.name}-${data.notificationId}` ? version : 0;

export const writeNotified = async (tx: Transaction, events: readonly NotifiedEvent[], authors: SealedAuthors): Promise<void> => {
  const newest = newestBy(events, ({ data }) => data.notificationId);
  const recipients = recipientsOf(events, authors);
  await tx.query({
    name: 'tell-notifications',
    text: `with noted as (
             insert into notifications (id, kind, type, actor_id, content_type, content_id, question_id, level, count, is_sealed, version, is_read)
             select told.*, false
             from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::int[], $9::int[], $10::boolean[], $11::int[]) as told
             on conflict (id) do update set actor_id = excluded.actor_id, count = excluded.count
           ), addressed as (
             insert into recipients (notification_id, account_id, created_at) select * from unnest($12::uuid[], $13::uuid[], $14::timestamptz[])
             on conflict (notification_id) do update set created_at = excluded.created_at where recipients.created_at < excluded.created_at
           )
           insert into inboxes (account_id, unread) select account_id, count(*) from unnest($15::uuid[]) as told (account_id) group by account_id
           on conflict (account_id) do update set unread = inboxes.unread + excluded.unread`,
    values: [
      newest.map(({ data }) => data.notificationId),
      newest.map(({ data }) => data.kind),
      newest.map(({ data }) => data.type),
      newest.map(({ data }) => data.actorId),
      newest.map(({ data }) => data.contentType),
      newest.map(({ data }) => data.contentId),
      newest.map(({ data }) => data.questionId),
      newest.map(({ data }) => data.level),
      newest.map(({ data }) => data.count),
      newest.map(({ data }) => data.recipient.sealed !== null),
      newest.map(ownVersion),
      recipients.map(({ notificationId }) => notificationId),
      recipients.map(({ accountId }) => accountId),
      recipients.map(({ at }) => at),
      recipients.filter(({ isNew }) => isNew).map(({ accountId }) => accountId),
    ],
  });
  const boosts = events.filter(({ data }) => data.boostAct !== null);
  if (boosts.length > 0) await writeBoostActs(tx, boosts);
};

interface Recipient {
  readonly notificationId: string;
  readonly accountId: string;
  at: string;
  /** Adds an unread one. */
  isNew: boolean;
}

/** Whom each notification tells, and when last. */
const recipientsOf = (events: readonly NotifiedEvent[], authors: SealedAuthors): Recipient[] => {
  const recipients = new Map<string, Recipient>();
  for (const { data, meta } of events) {
    const isNew = data.count === 1;
    const known = recipients.get(data.notificationId);
    if (known) {
      known.isNew ||= isNew;
      if (known.at < meta.occurredAt) known.at = meta.occurredAt;
    } else {
      const accountId = authors.accountOf(data.recipient)!;
      recipients.set(data.notificationId, { notificationId: data.notificationId, accountId, at: meta.occurredAt, isNew });
    }
  }
  return [...recipients.values()];
};

const writeBoostActs = async (tx: Transaction, events: readonly NotifiedEvent[]): Promise<void> => {
  const acts = newestBy(events, ({ data }) => data.boostAct!.boostId);
  const groups = newestBy(events, ({ data }) => data.contentId!);
  await tx.query({
    name: 'tell-boosts',
    text: `with acted as (
             insert into boost_acts (boost_id, notification_id, actor_id, acted_at, toggle, version, is_live)
             select act.*, true from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::int[]) as act
             on conflict (boost_id) do update set notification_id = excluded.notification_id, actor_id = excluded.actor_id,
               acted_at = excluded.acted_at, toggle = excluded.toggle, version = excluded.version, is_live = true
           )
           insert into boost_groups (content_id, notification_id, count) select * from unnest($7::uuid[], $8::uuid[], $9::int[])
           on conflict (content_id) do update set notification_id = excluded.notification_id, count = excluded.count`,
    values: [
      acts.map(({ data }) => data.boostAct!.boostId),
      acts.map(({ data }) => data.notificationId),
      acts.map(({ data }) => data.actorId),
      acts.map(({ meta }) => meta.occurredAt),
      acts.map(({ data }) => data.boostAct!.toggle),
      acts.map(({ version }) => version),
      groups.map(({ data }) => data.contentId),
      groups.map(({ data }) => data.notificationId),
      groups.map(({ data }) => data.count),
    ],
  });
};

export const retractRows = async (tx: Transaction, events: readonly Retracted[]): Promise<void> => {
  const acts = newestBy(events, ({ data }) => data.boostAct.boostId);
  await tx.query({
    name: 'retract-boosts',
    text: `update boost_acts set is_live = false, toggle = act.toggle, version = act.version
           from unnest($1::uuid[], $2::int[], $3::int[]) as act (boost_id, toggle, version) where boost_acts.boost_id = act.boost_id`,
    values: [
      acts.map(({ data }) => data.boostAct.boostId),
      acts.map(({ data }) => data.boostAct.toggle),
      acts.map(({ version }) => version),
    ],
  });
  const unread = newestBy(
    events.filter(({ data }) => data.count !== null),
    ({ data }) => data.notificationId,
  );
  await endNotifications(
    tx,
    unread.filter(({ data }) => data.count === 0).map(({ data }) => data.notificationId),
    true,
  );
  await lowerCounts(
    tx,
    unread.filter(({ data }) => data.count! > 0),
    events.filter(({ data }) => data.count === null).map(({ data }) => data.notificationId),
  );
  // The newest booster who still stands by it is the one to be shown.
  await tx.query({
    name: 'show-latest-boosters',
    text: `update notifications set actor_id = latest.actor_id
           from unnest($1::uuid[]) as told (id) cross join lateral (
             select actor_id from boost_acts where notification_id = told.id and is_live order by acted_at desc, boost_id limit 1
           ) as latest
           where notifications.id = told.id`,
    values: [[...new Set(events.map(({ data }) => data.notificationId))]],
  });
};

/** Of unread notifications to what is left; of read ones, which never go, by one for each id but not below 1. */
const lowerCounts = async (tx: Transaction, unread: readonly Retracted[], readIds: readonly string[]): Promise<void> => {
  if (unread.length > 0) {
    await tx.query({
      name: 'lower-counts',
      text: `with counted as (
               select notification_id, count from unnest($1::uuid[], $2::int[]) as c (notification_id, count)
             ), grouped as (
               update boost_groups set count = counted.count from counted where boost_groups.notification_id = counted.notification_id
             )
             update notifications set count = counted.count from counted where notifications.id = counted.notification_id`,
      values: [unread.map(({ data }) => data.notificationId), unread.map(({ data }) => data.count)],
    });
  }
  if (readIds.length > 0) {
    await tx.query({
      name: 'lower-read-counts',
      text: `update notifications set count = greatest(notifications.count - fewer.acts, 1)
             from (select id, count(*)::int as acts from unnest($1::uuid[]) as f (id) group by id) as fewer where notifications.id = fewer.id`,
      values: [readIds],
    });
  }
};

export const readRows = async (tx: Transaction, events: readonly Read[]): Promise<void> => {
  const ids = events.flatMap(({ data }) => data.notificationIds);
  await closeGroups(tx, ids);
  await tx.query('update notifications set is_read = true where id = any($1)', [ids]);
  await lowerUnread(tx, ids);
  const streams = newestBy(events, ({ stream }) => stream);
  const ofKind = (kind: string) => streams.filter(({ stream }) => stream.startsWith(`${kind}-`));
  const keysOf = (kind: string) => ofKind(kind).map(({ stream }) => stream.slice(kind.length + 1));
  const versionsOf = (kind: string) => ofKind(kind).map(({ version }) => version);
  await tx.query(
    `update notifications set version = head.version from unnest($1::uuid[], $2::int[]) as head (id, version) where notifications.id = head.id`,
    [keysOf('notification'), versionsOf('notification')],
  );
  await tx.query(
    `update inboxes set version = head.version from unnest($1::uuid[], $2::int[]) as head (id, version) where inboxes.account_id = head.id`,
    [keysOf('inbox'), versionsOf('inbox')],
  );
};

export const deleteRows = async (tx: Transaction, events: readonly Deleted[]): Promise<void> => {
  const idsOf = (wasUnread: boolean) => events.filter(({ data }) => data.wasUnread === wasUnread).map(({ data }) => data.notificationId);
  await endNotifications(tx, idsOf(true), true);
  await endNotifications(tx, idsOf(false), false);
};

const endNotifications = async (tx: Transaction, ids: readonly string[], wereUnread: boolean): Promise<void> => {
  if (ids.length === 0) return;
  if (wereUnread) await lowerUnread(tx, ids);
  await closeGroups(tx, ids);
  await tx.query('delete from notifications where id = any($1)', [ids]);
  await tx.query('delete from recipients where notification_id = any($1)', [ids]);
};

const lowerUnread = (tx: Transaction, ids: readonly string[]) =>
  tx.query(
    `update inboxes set unread = inboxes.unread - gone.unread
     from (select account_id, count(*)::int as unread from recipients where notification_id = any($1) group by account_id) as gone
     where inboxes.account_id = gone.account_id`,
    [ids],
  );

/** The next boost of their contents begins a new notification. */
const closeGroups = (tx: Transaction, ids: readonly string[]) =>
  tx.query('update boost_groups set notification_id = null, count = 0 where notification_id = any($1)', [ids]);
