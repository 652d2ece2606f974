import type { BoostsNotified, EventData } from '@hearsay/contracts';
import {
  insertingRowLoader,
  type RowWriter,
  rowLoader,
  type Transaction,
  updateRows,
  type VersionedState,
} from '@hearsay/event-store';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { applyMark, type ReadMark, type ReadState } from './reading.js';
import { openReadState, sealReadState } from './sealed-texts.js';

export type BoostState = EventData<typeof BoostsNotified>['boosts'][number];

export interface Inbox {
  readonly lastNumber: number;
}

/** The notification that new acts of a group may join. Null before the first act and after a sweep. */
export interface NotificationGroup {
  readonly notificationId: string | null;
  readonly number: number;
  readonly count: number;
}
export const emptyGroup: NotificationGroup = { notificationId: null, number: 0, count: 0 };

export type BoostAct = Pick<BoostState, 'notificationId' | 'toggle' | 'isBoosted'>;
export const newBoostAct: BoostAct = { notificationId: null, toggle: 0, isBoosted: false };

export const loadInboxes = insertingRowLoader<Inbox>(
  'inboxes',
  'inbox',
  '0 as version, last_number as "lastNumber"',
  'text',
);

const groupLoader = (table: string, key: string) =>
  rowLoader<NotificationGroup, NotificationGroup>(
    `read-${table}`,
    `select ${key} as key, version, notification_id as "notificationId", number, count from ${table} where ${key} = any($1)`,
    emptyGroup,
  );
export const loadBoostGroups = groupLoader('boost_groups', 'content_id');
export const loadReplyGroups = groupLoader('reply_groups', 'group_key');

export const loadBoostActs = rowLoader<BoostAct, BoostAct>(
  'read-boost-acts',
  `select boost_id as key, 0 as version, notification_id as "notificationId", toggle, is_boosted as "isBoosted"
   from boost_acts where boost_id = any($1)`,
  newBoostAct,
);

const loadMarks = rowLoader<{ marks: string }, null>(
  'look-at-readings',
  'select reader as key, 0 as version, marks from readings where reader = any($1)',
  null,
);

/** Takes no lock, because a lock would write the transaction's id into the row with the reader's marks. */
export const loadReadStates =
  (seals: SealedAuthors) =>
  async (tx: Transaction, keys: readonly string[]): Promise<Map<string, VersionedState<ReadState>>> => {
    const loaded = await loadMarks(tx, keys);
    return new Map(
      [...loaded].map(([key, { state }]) => [key, { version: 0, state: openReadState(seals, state?.marks) }]),
    );
  };

export interface MarkRow {
  /** The key under which the person's read marks are stored. */
  readonly reader: string;
  readonly authorId: AuthorId;
  readonly mark: ReadMark;
}

/** Adds marks to the stored ones. A repeat changes nothing. Locks rows in key order. */
export const writeMarks =
  (seals: SealedAuthors): RowWriter =>
  async (tx, rows) => {
    const marks = rows as readonly MarkRow[];
    if (marks.length === 0) return;
    const readers = [...new Set(marks.map(({ reader }) => reader))].sort();
    const made = await tx.query<{ reader: string }>(
      `insert into readings (reader, marks) select unnest($1::text[]), '' on conflict do nothing returning reader`,
      [readers],
    );
    const isNew = new Set(made.rows.map(({ reader }) => reader));
    const { rows: known } = await tx.query<{ reader: string; marks: string }>(
      'select reader, marks from readings where reader = any($1) order by reader for update',
      [readers],
    );
    const readings = new Map(
      known.map(({ reader, marks: sealed }) => [reader, openReadState(seals, isNew.has(reader) ? undefined : sealed)]),
    );
    const readersAuthors = new Map(marks.map(({ reader, authorId }) => [reader, authorId]));
    for (const { reader, mark } of marks) readings.set(reader, applyMark(readings.get(reader)!, mark));
    const read = readers.map((reader) => ({
      reader,
      marks: sealReadState(seals, { authorId: readersAuthors.get(reader)!, reading: readings.get(reader)! }),
    }));
    await updateRows(tx, 'readings', 'reader', read);
  };
