import { inTransaction } from '@hearsay/event-store';
import type { Authors, SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { InboxKeys } from './inbox-keys.js';
import { type InboxSide, indexReadState, keepReadDays, maxInboxSize, type NumberedNotice } from './reading.js';
import { openSummary, questionIdOf, type StoredReadState } from './sealed-texts.js';

const chunkSize = 200;
const deleteBatchSize = 1000;

type SeenRow = Pick<NumberedNotice, 'id' | 'number'>;

interface Row extends SeenRow {
  readonly inbox: string;
  readonly sight: string;
}

/**
 * Deletes old notifications, those of many people in one transaction. A transaction that wrote rows in just the two
 * inboxes of one person would link these inboxes. For the same reason, it writes no notification that stays.
 */
export class InboxSweep {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
    private readonly keys: InboxKeys,
    private readonly authors: Authors,
  ) {}

  /** Always false, because one run goes through all inboxes. */
  async sweep(): Promise<false> {
    const full = 'select inbox as key from inboxes where inbox > $1 and last_number > $3 order by inbox limit $2';
    for await (const inboxes of this.#chunks(full, maxInboxSize))
      for (const inbox of inboxes) await this.#sweepAboveLimit(inbox);
    const all = 'select reader as key from readings where reader > $1 order by reader limit $2';
    for await (const readers of this.#chunks(all)) await this.#sweepRead(readers);
    return false;
  }

  /** The keys that `sql` returns, in chunks. $1 = the last key of the previous chunk, $2 = the size of a chunk. */
  async *#chunks(sql: string, ...more: readonly unknown[]): AsyncGenerator<readonly string[]> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const { rows }: { rows: { key: string }[] } = await this.pool.query(sql, [last, chunkSize, ...more]);
      const keys = rows.map(({ key }) => key);
      yield keys;
      last = keys[chunkSize - 1];
    }
  }

  /** Keeps the newest `maxInboxSize` notifications of the inbox. */
  async #sweepAboveLimit(inbox: string): Promise<void> {
    for (let isMore = true; isMore; ) {
      const { rows } = await this.pool.query<SeenRow>(
        'select id, number from notifications where inbox = $1 order by notified_at desc, id desc offset $2 limit $3',
        [inbox, maxInboxSize, deleteBatchSize],
      );
      isMore = (await this.#remove(rows, { endGroups: true })) === deleteBatchSize;
    }
  }

  /** Deletes read notifications after 90 days, deleted ones, and the marks of erased accounts. */
  async #sweepRead(readers: readonly string[]): Promise<void> {
    const { rows } = await this.pool.query<{ marks: string }>('select marks from readings where reader = any($1)', [
      readers,
    ]);
    const opened = rows.flatMap(({ marks }) => this.seals.readJson<StoredReadState>(marks) ?? []);
    const accounts = await this.authors.accountsOf(opened.map(({ authorId }) => authorId));
    // Deletes the marks of erased accounts, because one row of marks lists notifications of both inboxes.
    const erased = opened.filter(({ authorId }) => !accounts.has(authorId));
    await this.pool.query('delete from readings where reader = any($1)', [
      erased.map(({ authorId }) => this.keys.readMarksKeyOf(authorId)),
    ]);
    const seen: SeenRow[] = [];
    const indexes = new Map<string, { side: InboxSide; index: ReturnType<typeof indexReadState> }>();
    for (const { authorId, reading } of opened) {
      const accountId = accounts.get(authorId);
      if (accountId === undefined) continue;
      for (const [id, , number] of reading.deleted) seen.push({ id, number });
      const index = indexReadState(reading);
      indexes
        .set(accountId, { side: 'named', index })
        .set(this.keys.sealedInboxOf(authorId), { side: 'sealed', index });
    }
    const { rows: old } = await this.pool.query<Row>(
      'select id, inbox, number, sight from notifications where inbox = any($1) and notified_at < now() - make_interval(days => $2)',
      [[...indexes.keys()], keepReadDays],
    );
    for (const { id, inbox, number, sight } of old) {
      const { side, index } = indexes.get(inbox)!;
      const shown = openSummary(this.seals, sight);
      if (shown && index.isRead({ id, side, number, aboutQuestionId: questionIdOf(shown) })) seen.push({ id, number });
    }
    seen.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (let from = 0; from < seen.length; from += deleteBatchSize)
      await this.#remove(seen.slice(from, from + deleteBatchSize), { endGroups: false });
  }

  /**
   * Deletes notifications. Skips locked rows, and rows whose number has risen since they were read. Keeps the rows of
   * `boost_acts`, so that no boost is announced twice.
   */
  async #remove(seen: readonly SeenRow[], { endGroups }: { endGroups: boolean }): Promise<number> {
    if (seen.length === 0) return 0;
    return inTransaction(this.pool, async (tx) => {
      const free = await tx.query<{ id: string }>(
        `select notices.id from notifications as notices join unnest($1::uuid[], $2::int[]) as seen (id, number) on seen.id = notices.id
         where notices.number <= seen.number order by notices.id for update of notices skip locked`,
        [seen.map(({ id }) => id), seen.map(({ number }) => number)],
      );
      const freeIds = free.rows.map(({ id }) => id);
      await tx.query('delete from reply_acts where notification_id = any($1)', [freeIds]);
      if (endGroups) {
        await tx.query(
          `update boost_groups set notification_id = null, count = 0
           where content_id in (select content_id from boost_groups where notification_id = any($1) for update skip locked)`,
          [freeIds],
        );
        await tx.query(
          `update reply_groups set notification_id = null, count = 0
           where group_key in (select group_key from reply_groups where notification_id = any($1) for update skip locked)`,
          [freeIds],
        );
      }
      await tx.query('delete from notifications where id = any($1)', [freeIds]);
      return freeIds.length;
    });
  }
}
