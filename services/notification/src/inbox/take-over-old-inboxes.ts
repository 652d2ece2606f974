import { randomUUID } from 'node:crypto';
import {
  BoostsNotified,
  type EventData,
  type EventOf,
  LevelNotified,
  type Owner,
  RepliesNotified,
  RevealNotified,
  shardOf,
} from '@hearsay/contracts';
import { type AppendedEvent, inTransaction, rewriteTables, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import {
  boostGroupAggregate,
  type InboxDefinition,
  inboxDefinitions,
  replyGroupAggregate,
  replyGroupKey,
  singleAggregate,
} from './inbox.aggregates.js';
import { inboxRows } from './inbox.projection.js';
import { InboxKeys, type Recipient } from './inbox-keys.js';
import { type MarkRow, writeMarks } from './readings.writers.js';

const chunk = 500;
const oldTypes = ['Notified', 'NotificationRetracted', 'NotificationsRead', 'NotificationDeleted'];
const nobody: Owner = { accountId: null, sealed: null };

interface OldNotification {
  readonly id: string;
  readonly kind: 'boost' | 'comment' | 'reply' | 'reveal' | 'level-up';
  readonly actor_id: string | null;
  readonly content_type: EventData<typeof BoostsNotified>['contentType'] | null;
  readonly content_id: string;
  readonly question_id: string | null;
  readonly level: number;
  readonly is_sealed: boolean;
  readonly account_id: string;
  readonly created_at: Date;
}

/** One event of the new form, and the stream that it belongs to. */
interface TakenOver {
  readonly aggregate: { readonly name: string };
  readonly key: string;
  readonly event: EventOf<InboxDefinition>;
}

type OldBoost = EventData<typeof BoostsNotified>['boosts'][number];

/**
 * Takes inboxes over that were told before they were sealed: as new events and rows, then what had been read, person by person, and
 * at last the old tables and events go, also out of the files: they joined people to what they wrote anonymously. A read notification
 * whose boosts have all been taken back is left behind. Each chunk commits alone; after a kill the next run goes on.
 */
export const takeOverOldInboxes = async (owner: pg.Pool, authors: SealedAuthors): Promise<void> => {
  const { rows } = await owner.query<{ isThere: boolean }>(`select to_regclass('old_notifications') is not null as "isThere"`);
  if (!rows[0]?.isThere) return;
  const takeover = new Takeover(owner, authors);
  while (await takeover.notifications());
  while (await takeover.readings());
  while (await takeover.oldEvents());
  // What was deleted is not to be read in the files either. The old tables take theirs with them.
  await rewriteTables(owner, ['events']);
  // Another run beside this one may have been faster.
  await owner.query('drop table if exists old_notifications, old_recipients, old_inboxes, old_boost_groups, old_boost_acts');
};

class Takeover {
  readonly #keys: InboxKeys;

  constructor(
    private readonly owner: pg.Pool,
    private readonly authors: SealedAuthors,
  ) {
    this.#keys = new InboxKeys(authors);
  }

  /** False: nothing is left. */
  async notifications(): Promise<boolean> {
    const { rows } = await this.owner.query<OldNotification>(
      `select n.id, n.kind, n.actor_id, n.content_type, n.content_id, n.question_id, n.level, n.is_sealed, r.account_id, r.created_at
       from old_notifications n join old_recipients r on r.notification_id = n.id
       where n.number is null order by r.created_at, n.id limit ${chunk}`,
    );
    if (rows.length === 0) return false;
    const recipients = new Map(rows.map((row) => [row.id, this.#recipientOf(row)]));
    const lastNumbers = await this.#numbers(
      'inboxes',
      'inbox',
      'last_number',
      [...recipients.values()].map(({ inbox }) => inbox),
    );
    const versions = new Map([
      ...(await this.#numbers(
        'boost_groups',
        'content_id',
        'version',
        rows.flatMap((row) => (row.kind === 'boost' ? [row.content_id] : [])),
      )),
      ...(await this.#numbers(
        'reply_groups',
        'group_key',
        'version',
        rows.map((row) => this.#replyKeyOf(row, recipients.get(row.id)!)),
      )),
    ]);
    const boosts = await this.#boostsOf(rows.map(({ id }) => id));
    const events: AppendedEvent<InboxDefinition>[] = [];
    const numbers = new Map<string, number>();
    for (const row of rows) {
      const recipient = recipients.get(row.id)!;
      const number = (lastNumbers.get(recipient.inbox) ?? 0) + 1;
      numbers.set(row.id, number);
      lastNumbers.set(recipient.inbox, number);
      for (const { aggregate, key, event } of this.#eventsOf(row, recipient, number, boosts.get(row.id) ?? [])) {
        const version = (versions.get(key) ?? 0) + 1;
        versions.set(key, version);
        events.push({ ...envelopeOf(`${aggregate.name}-${key}`, version, event.type, row), ...event });
      }
    }
    await inTransaction(this.owner, async (tx) => {
      await appendEvents(tx, events);
      await inboxRows(this.authors).apply(tx, events);
      await tx.query(
        'update old_notifications set number = taken.number from unnest($1::uuid[], $2::int[]) as taken (id, number) where old_notifications.id = taken.id',
        [[...numbers.keys()], [...numbers.values()]],
      );
    });
    return true;
  }

  /** What these people have read, when all of it is taken over: so no row of theirs shares a transaction with what they wrote. */
  async readings(): Promise<boolean> {
    const { rows: people } = await this.owner.query<{ account_id: string }>(
      `select distinct account_id from old_recipients order by account_id limit ${chunk}`,
    );
    if (people.length === 0) return false;
    const accountIds = people.map(({ account_id }) => account_id);
    const { rows } = await this.owner.query<{ id: string; account_id: string; number: number; is_sealed: boolean }>(
      `select n.id, r.account_id, n.number, n.is_sealed from old_notifications n join old_recipients r on r.notification_id = n.id
       where r.account_id = any($1) and n.is_read`,
      [accountIds],
    );
    const marks = rows.map(({ id, account_id: accountId, number, is_sealed }): MarkRow => {
      const side = is_sealed ? 'sealed' : 'named';
      return { accountId, reader: this.#keys.readerOf(accountId), mark: { kind: 'one', id, side, number } };
    });
    await inTransaction(this.owner, async (tx) => {
      if (marks.length > 0) await writeMarks(this.authors)(tx, marks);
      await tx.query('delete from old_recipients where account_id = any($1)', [accountIds]);
    });
    return true;
  }

  async oldEvents(): Promise<boolean> {
    const { rowCount } = await this.owner.query(
      'delete from events where ctid in (select ctid from events where type = any($1) limit 5000)',
      [oldTypes],
    );
    return (rowCount ?? 0) > 0;
  }

  #recipientOf({ is_sealed, account_id }: OldNotification): Recipient {
    return this.#keys.recipientOf(this.authors.ownerOf(account_id, is_sealed))!;
  }

  #replyKeyOf({ kind, question_id }: OldNotification, { inbox }: Recipient): string {
    return kind === 'comment' || kind === 'reply' ? replyGroupKey(kind, inbox, question_id!) : '';
  }

  *#eventsOf(row: OldNotification, recipient: Recipient, number: number, boosts: readonly OldBoost[]): Generator<TakenOver> {
    const { id: notificationId, kind, content_type: contentType, content_id: contentId, question_id } = row;
    const told = { recipient: recipient.owner, notificationId, number };
    if (kind === 'level-up') {
      const event = { type: LevelNotified.type, data: { ...told, level: row.level } } as const;
      yield { aggregate: singleAggregate, key: notificationId, event };
    } else if (kind === 'reveal') {
      const event = { type: RevealNotified.type, data: { ...told, questionId: contentId } } as const;
      yield { aggregate: singleAggregate, key: notificationId, event };
    } else if (kind === 'boost') {
      let count = 0;
      for (let from = 0; from < boosts.length; from += chunk) {
        const some = boosts.slice(from, from + chunk);
        count += some.filter(({ isBoosted }) => isBoosted).length;
        const questionId = question_id ?? contentId;
        const data = { ...told, contentType: contentType!, contentId, questionId, count, boosts: some, fewer: [] };
        yield { aggregate: boostGroupAggregate, key: contentId, event: { type: BoostsNotified.type, data } };
      }
    } else {
      const author = { accountId: row.actor_id, sealed: null };
      const replies = [{ replyId: contentId, author, at: row.created_at.toISOString() }];
      const data = { ...told, kind, questionId: question_id!, questionOwner: nobody, count: 1, replies };
      yield {
        aggregate: replyGroupAggregate,
        key: replyGroupKey(kind, recipient.inbox, question_id!),
        event: { type: RepliesNotified.type, data },
      };
    }
  }

  async #boostsOf(ids: readonly string[]): Promise<Map<string, OldBoost[]>> {
    const { rows } = await this.owner.query<{
      notification_id: string;
      boost_id: string;
      actor_id: string;
      acted_at: Date;
      toggle: number;
      is_live: boolean;
    }>(
      'select notification_id, boost_id, actor_id, acted_at, toggle, is_live from old_boost_acts where notification_id = any($1) order by is_live desc, acted_at, boost_id',
      [ids],
    );
    const boosts = new Map<string, OldBoost[]>();
    for (const { notification_id: notificationId, boost_id: boostId, actor_id: boosterId, acted_at, toggle, is_live: isBoosted } of rows) {
      const known = boosts.get(notificationId) ?? [];
      boosts.set(notificationId, [...known, { boostId, boosterId, at: acted_at.toISOString(), toggle, isBoosted, notificationId }]);
    }
    return boosts;
  }

  async #numbers(table: string, key: string, value: string, keys: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.owner.query<{ key: string; value: number }>(
      `select ${key}::text as key, ${value} as value from ${table} where ${key}::text = any($1)`,
      [keys],
    );
    return new Map(rows.map((row) => [row.key, row.value]));
  }
}

const envelopeOf = (stream: string, version: number, type: string, row: OldNotification) => ({
  eventId: randomUUID(),
  stream,
  version,
  schemaVersion: inboxDefinitions.find((definition) => definition.type === type)!.schemaVersion,
  meta: { occurredAt: row.created_at.toISOString(), actor: null, correlationId: null, causationId: null },
  shard: shardOf(row.question_id ?? row.content_id ?? row.account_id),
});

const appendEvents = (tx: Transaction, events: readonly AppendedEvent<InboxDefinition>[]) =>
  tx.query(
    `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
     select (select epoch from store_epoch), e.event_id, e.stream, e.version, e.type, e.schema_version, e.shard, e.data, e.meta
     from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::smallint[], $7::jsonb[], $8::jsonb[])
       with ordinality as e (event_id, stream, version, type, schema_version, shard, data, meta, number)
     order by e.number`,
    [
      events.map((event) => event.eventId),
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.type),
      events.map((event) => event.schemaVersion),
      events.map((event) => event.shard),
      events.map((event) => JSON.stringify(event.data)),
      events.map((event) => JSON.stringify(event.meta)),
    ],
  );
