import { ActNotified, BoostsNotified, OpeningNotified, type Owner, RepliesNotified } from '@hearsay/contracts';
import {
  type AppendedEvent,
  eventsOf,
  insertRows,
  type ReadModel,
  type Transaction,
  upsertRows,
} from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { type InboxEventDefinition, inboxEvents } from './inbox.aggregates.js';
import { InboxChanges, type NotificationState } from './inbox-changes.projection.js';
import type { InboxKeys } from './inbox-keys.js';
import { openSummary, sealSummary } from './sealed-texts.js';

export const inboxRows = (seals: SealedAuthors, keys: InboxKeys): ReadModel<InboxEventDefinition> => ({
  name: 'notification.inbox',
  events: inboxEvents,
  tables: ['notifications', 'inboxes', 'boost_groups', 'reply_groups', 'reply_acts', 'boost_acts'],
  async apply(tx, events) {
    // Usually a cache answers, because the reactors have looked these people up within the last minute. In a
    // rebuild, or after a minute, this calls content while locks are held.
    const people = await keys.peopleOf(ownersIn(events));
    const changes = new InboxChanges(people, await readNotices(tx, notificationIdsOf(events), seals));
    for (const event of events) changes.apply(event);
    await writeBoosts(tx, changes);
    await showBoosters(tx, changes);
    await writeNotices(tx, changes, seals);
    await writeReplyGroups(tx, changes);
  },
});

const ownersIn = (events: readonly AppendedEvent<InboxEventDefinition>[]): Owner[] => [
  ...events.map(({ data }) => data.recipient),
  ...eventsOf(events, OpeningNotified).map(({ data }) => data.questionOwner),
  ...eventsOf(events, ActNotified).flatMap(({ data }) => data.questionOwner ?? []),
  ...eventsOf(events, RepliesNotified).flatMap(({ data }) => [
    data.questionOwner,
    ...data.replies.map(({ author }) => author),
  ]),
];

const notificationIdsOf = (events: readonly AppendedEvent<InboxEventDefinition>[]): string[] => {
  const ids = new Set<string>();
  for (const { data } of eventsOf(events, BoostsNotified)) {
    if (data.notificationId !== null) ids.add(data.notificationId);
    for (const { notificationId } of [...data.fewer, ...(data.more ?? [])]) ids.add(notificationId);
  }
  for (const { data } of eventsOf(events, RepliesNotified)) ids.add(data.notificationId);
  return [...ids];
};

type NoticeRow = Omit<NotificationState, 'summary'> & { readonly sight: string };

const readNotices = async (
  tx: Transaction,
  ids: readonly string[],
  seals: SealedAuthors,
): Promise<NotificationState[]> => {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<NoticeRow>({
    name: 'read-notifications',
    text: 'select id, inbox, kind, number, count, notified_at as "notifiedAt", sight from notifications where id = any($1)',
    values: [ids],
  });
  return rows.flatMap(({ sight, ...row }) => {
    const summary = openSummary(seals, sight);
    return summary ? [{ ...row, summary }] : [];
  });
};

const writeBoosts = async (tx: Transaction, { boosts, boostGroups }: InboxChanges): Promise<void> => {
  const acts = [...boosts.values()].map(({ at, ...act }) => ({ ...act, actedAt: at }));
  await upsertRows(tx, { table: 'boost_acts', key: ['boostId'] }, acts);
  const groups = [...boostGroups].map(([contentId, group]) => ({ contentId, ...group }));
  await upsertRows(tx, { table: 'boost_groups', key: ['contentId'] }, groups);
};

const showBoosters = async (tx: Transaction, changes: InboxChanges): Promise<void> => {
  if (changes.changedBoosters.size === 0) return;
  const { rows } = await tx.query<{ id: string; boosterId: string | null; actedAt: string | null }>({
    name: 'latest-boosters',
    text: `select taken.id, latest.booster_id as "boosterId", latest.acted_at as "actedAt"
           from unnest($1::uuid[], $2::uuid[]) as taken (id, own_id) left join lateral (
             select booster_id, acted_at from boost_acts where notification_id = taken.id and is_boosted and booster_id <> taken.own_id
             order by acted_at desc, booster_id limit 1
           ) as latest on true`,
    values: [[...changes.changedBoosters.keys()], [...changes.changedBoosters.values()]],
  });
  for (const { id, boosterId, actedAt } of rows) changes.showBooster(id, boosterId, actedAt);
};

const writeNotices = async (
  tx: Transaction,
  { notices, lastNumbers }: InboxChanges,
  seals: SealedAuthors,
): Promise<void> => {
  const rows = [...notices.values()].map(({ summary, ...notice }) => {
    return { ...notice, sight: sealSummary(seals, summary, notice.kind) };
  });
  // Writes the row of each changed inbox, even without a new number. Its new `xmin` invalidates cached unread counts.
  const numbers = new Map([...rows.map(({ inbox }) => [inbox, 0] as const), ...lastNumbers]);
  await upsertRows(tx, { table: 'notifications', key: ['id'] }, rows);
  const inboxes = [...numbers].map(([inbox, lastNumber]) => ({ inbox, lastNumber }));
  const higher = 'on conflict (inbox) do update set last_number = greatest(inboxes.last_number, excluded.last_number)';
  await insertRows(tx, 'inboxes', inboxes, higher);
};

const writeReplyGroups = async (tx: Transaction, { replyGroups, replies }: InboxChanges): Promise<void> => {
  const acts = replies.map(({ notificationId, replyId, author: { accountId: authorId, sealed }, at }) => {
    return { notificationId, replyId, authorId, sealedAuthor: sealed, actedAt: at };
  });
  await insertRows(tx, 'reply_acts', acts, 'on conflict do nothing');
  const groups = [...replyGroups].map(([groupKey, group]) => ({ groupKey, ...group }));
  await upsertRows(tx, { table: 'reply_groups', key: ['groupKey'] }, groups);
};
