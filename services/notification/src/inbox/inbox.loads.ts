import { type Loaded, plainArray, type Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { type BoostAct, type Group, type Inbox, noGroup, unheardOf } from './inbox.states.js';
import { nothingRead, type Reading } from './reading.js';
import { readingOf } from './sealed-texts.js';

/**
 * Makes the inboxes that are missing, and locks all of them. Rows are made before any is locked, each in key order: so of two
 * processes that make and lock the same rows neither waits for the other while it holds what that one waits for.
 */
export const loadInboxes = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Inbox>>> => {
  const making = tx.query({
    name: 'make-inboxes',
    text: `insert into inboxes (inbox)
           select wanted.inbox from unnest($1::text[]) with ordinality as wanted (inbox, number)
           where not exists (select from inboxes where inboxes.inbox = wanted.inbox) order by wanted.number
           on conflict do nothing`,
    values: [plainArray(keys)],
  });
  const locking = tx.query<{ inbox: string; lastNumber: number }>({
    name: 'lock-inboxes',
    text: 'select inbox, last_number as "lastNumber" from inboxes where inbox = any($1::text[]) order by inbox for update',
    values: [plainArray(keys)],
  });
  const [, { rows }] = await Promise.all([making, locking]);
  return new Map(rows.map(({ inbox, lastNumber }) => [inbox, { version: 0, state: { lastNumber } }]));
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

/** Only looks: a lock would leave the transaction's id in a row of the reader's. */
export const loadReadings = (
  seals: SealedAuthors,
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<Reading>>> =>
  loadRows(
    tx,
    keys,
    'look-at-readings',
    'select reader as key, marks, 0 as version from readings where reader = any($1)',
    nothingRead,
    ({ marks }: { marks: string; version: number }) => readingOf(seals, marks),
  );

type GroupRow = { notificationId: string | null; number: number; count: number; version: number };
const groupOf = ({ notificationId, number, count }: GroupRow): Group => ({ notificationId, number, count });
const groupColumns = 'notification_id as "notificationId", number, count, version';

export const loadBoostGroups = (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Group>>> =>
  loadRows(
    tx,
    keys,
    'read-boost-groups',
    `select content_id as key, ${groupColumns} from boost_groups where content_id = any($1)`,
    noGroup,
    groupOf,
  );

export const loadReplyGroups = (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Group>>> =>
  loadRows(
    tx,
    keys,
    'read-reply-groups',
    `select group_key as key, ${groupColumns} from reply_groups where group_key = any($1)`,
    noGroup,
    groupOf,
  );

export const loadBoostActs = (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<BoostAct>>> =>
  loadRows(
    tx,
    keys,
    'read-boost-acts',
    `select boost_id as key, notification_id as "notificationId", toggle, is_boosted as "isBoosted", 0 as version
     from boost_acts where boost_id = any($1)`,
    unheardOf,
    ({ notificationId, toggle, isBoosted }: BoostAct & { version: number }): BoostAct => ({
      notificationId,
      toggle,
      isBoosted,
    }),
  );
