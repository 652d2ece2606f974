import { BoostsNotified, type NotificationKind, type Owner, RepliesNotified } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, plainArray, type ReadModel, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { type InboxDefinition, inboxDefinitions } from './inbox.aggregates.js';
import { type GroupRow, InboxFold, type Notice } from './inbox-fold.projection.js';
import type { InboxKeys } from './inbox-keys.js';
import { readSight, sealSight } from './sealed-texts.js';

/**
 * Inboxes and everything that is in them. The commands hold the locks of the inboxes. What is about anonymous content lies under a tag of its
 * author, and what a row shows is sealed.
 */
export const inboxRows = (seals: SealedAuthors, keys: InboxKeys): ReadModel<InboxDefinition> => ({
  name: 'notification.inbox',
  events: inboxDefinitions,
  tables: ['notifications', 'inboxes', 'boost_groups', 'reply_groups', 'reply_acts', 'boost_acts'],
  async apply(tx, events) {
    // The reactors have just looked these people up, and erased ones are remembered too. Content is asked behind the
    // locks only when that minute ends in between, and by a rebuild.
    const people = await keys.peopleOf(ownersIn(events));
    const fold = new InboxFold(people, await readNotices(tx, notificationIdsOf(events), seals));
    for (const event of events) fold.apply(event);
    await writeBoosts(tx, fold);
    await showBoosters(tx, fold);
    await writeNotices(tx, fold, seals);
    await writeReplyGroups(tx, fold);
  },
});

const ownersIn = (events: readonly AppendedEvent<InboxDefinition>[]): Owner[] => [
  ...events.map(({ data }) => data.recipient),
  ...eventsOf(events, RepliesNotified).flatMap(({ data }) => [
    data.questionOwner,
    ...data.replies.map(({ author }) => author),
  ]),
];

const notificationIdsOf = (events: readonly AppendedEvent<InboxDefinition>[]): string[] => {
  const ids = new Set<string>();
  for (const { data } of eventsOf(events, BoostsNotified)) {
    if (data.notificationId !== null) ids.add(data.notificationId);
    for (const { notificationId } of [...data.fewer, ...(data.more ?? [])]) ids.add(notificationId);
  }
  for (const { data } of eventsOf(events, RepliesNotified)) ids.add(data.notificationId);
  return [...ids];
};

interface NoticeRow {
  readonly id: string;
  readonly inbox: string;
  readonly kind: NotificationKind;
  readonly number: number;
  readonly count: number;
  readonly notifiedAt: Date;
  readonly sight: string;
}

const readNotices = async (tx: Transaction, ids: readonly string[], seals: SealedAuthors): Promise<Notice[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<NoticeRow>({
    name: 'read-notifications',
    text: 'select id, inbox, kind, number, count, notified_at as "notifiedAt", sight from notifications where id = any($1)',
    values: [ids],
  });
  return rows.flatMap((row) => {
    const sight = readSight(seals, row.sight);
    return sight ? [{ ...row, notifiedAt: row.notifiedAt.toISOString(), sight }] : [];
  });
};

const writeBoosts = async (tx: Transaction, { boosts, boostGroups }: InboxFold): Promise<void> => {
  if (boostGroups.size === 0) return;
  const acts = [...boosts.values()];
  const groups = columnsOf(boostGroups);
  await tx.query({
    name: 'write-boosts',
    text: `with acted as (
             insert into boost_acts (boost_id, notification_id, booster_id, acted_at, toggle, is_boosted)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int[], $6::boolean[])
             on conflict (boost_id) do update set notification_id = excluded.notification_id, booster_id = excluded.booster_id,
               acted_at = excluded.acted_at, toggle = excluded.toggle, is_boosted = excluded.is_boosted
           )
           insert into boost_groups (content_id, notification_id, number, count, version)
           select * from unnest($7::uuid[], $8::uuid[], $9::int[], $10::int[], $11::int[])
           on conflict (content_id) do update set notification_id = excluded.notification_id, number = excluded.number,
             count = excluded.count, version = excluded.version`,
    values: [
      plainArray(acts.map(({ boostId }) => boostId)),
      plainArray(acts.map(({ notificationId }) => notificationId)),
      plainArray(acts.map(({ boosterId }) => boosterId)),
      plainArray(acts.map(({ at }) => at)),
      plainArray(acts.map(({ toggle }) => toggle)),
      plainArray(acts.map(({ isBoosted }) => isBoosted)),
      ...groups,
    ],
  });
};

const columnsOf = (groups: ReadonlyMap<string, GroupRow>) => {
  const rows = [...groups.values()];
  return [
    [...groups.keys()],
    rows.map(({ notificationId }) => notificationId),
    rows.map(({ number }) => number),
    rows.map(({ count }) => count),
    rows.map(({ version }) => version),
  ];
};

/** Where boosts were taken back or given again, the newest booster who still stands by it is the one to be shown. */
const showBoosters = async (tx: Transaction, fold: InboxFold): Promise<void> => {
  if (fold.changedBoosters.size === 0) return;
  const { rows } = await tx.query<{ id: string; boosterId: string | null; actedAt: Date | null }>({
    name: 'latest-boosters',
    text: `select taken.id, latest.booster_id as "boosterId", latest.acted_at as "actedAt"
           from unnest($1::uuid[], $2::uuid[]) as taken (id, own_id) left join lateral (
             select booster_id, acted_at from boost_acts where notification_id = taken.id and is_boosted and booster_id <> taken.own_id
             order by acted_at desc, booster_id limit 1
           ) as latest on true`,
    values: [[...fold.changedBoosters.keys()], [...fold.changedBoosters.values()]],
  });
  for (const { id, boosterId, actedAt } of rows) fold.showBooster(id, boosterId, actedAt?.toISOString() ?? null);
};

const writeNotices = async (
  tx: Transaction,
  { notices, lastNumbers }: InboxFold,
  seals: SealedAuthors,
): Promise<void> => {
  const rows = [...notices.values()];
  await tx.query({
    name: 'write-notifications',
    text: `with noted as (
             insert into notifications (id, inbox, kind, number, count, notified_at, sight)
             select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::int[], $6::timestamptz[], $7::text[])
             on conflict (id) do update set number = excluded.number, count = excluded.count, notified_at = excluded.notified_at, sight = excluded.sight
           )
           insert into inboxes (inbox, last_number) select * from unnest($8::text[], $9::int[])
           on conflict (inbox) do update set last_number = greatest(inboxes.last_number, excluded.last_number)`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ inbox }) => inbox),
      rows.map(({ kind }) => kind),
      rows.map(({ number }) => number),
      rows.map(({ count }) => count),
      rows.map(({ notifiedAt }) => notifiedAt),
      rows.map(({ sight }) => sealSight(seals, sight)),
      [...lastNumbers.keys()],
      [...lastNumbers.values()],
    ],
  });
};

const writeReplyGroups = async (tx: Transaction, { replyGroups, replies }: InboxFold): Promise<void> => {
  if (replyGroups.size === 0) return;
  await tx.query({
    name: 'write-reply-groups',
    text: `with replied as (
             insert into reply_acts (notification_id, reply_id, author_id, sealed_author, acted_at)
             select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) on conflict do nothing
           )
           insert into reply_groups (group_key, notification_id, number, count, version)
           select * from unnest($6::text[], $7::uuid[], $8::int[], $9::int[], $10::int[])
           on conflict (group_key) do update set notification_id = excluded.notification_id, number = excluded.number,
             count = excluded.count, version = excluded.version`,
    values: [
      replies.map(({ notificationId }) => notificationId),
      replies.map(({ replyId }) => replyId),
      replies.map(({ author }) => author.accountId),
      replies.map(({ author }) => author.sealed),
      replies.map(({ at }) => at),
      ...columnsOf(replyGroups),
    ],
  });
};
