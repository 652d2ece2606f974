import { BoostsNotified, LevelNotified, RepliesNotified, RevealNotified } from '@hearsay/contracts';
import type { AggregateDefinition, Loaded, Transaction } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { nothingRead, type Reading } from './reading.js';
import { readingOf } from './sealed-texts.js';

/** Everything that the log of inboxes holds. */
export const inboxDefinitions = [BoostsNotified, RepliesNotified, RevealNotified, LevelNotified];
export type InboxDefinition = (typeof inboxDefinitions)[number];

export interface Inbox {
  /** Number of the newest notification in it. */
  readonly lastNumber: number;
}

/**
 * Key: an inbox key. Every command names the inbox that it changes, so its lock also guards the other rows here: the boosts of
 * a content and the replies for a person belong to one inbox.
 */
export const inboxAggregate: AggregateDefinition<Inbox, InboxDefinition> = {
  name: 'inbox',
  events: inboxDefinitions,
  evolve: ({ lastNumber }, { data }) => ({ lastNumber: Math.max(lastNumber, data.number ?? 0) }),
  async load(tx, keys) {
    const loaded = new Map<string, Loaded<Inbox>>();
    await lockInboxes(tx, keys, loaded);
    const missing = keys.filter((key) => !loaded.has(key));
    if (missing.length === 0) return loaded;
    await tx.query({
      name: 'make-inboxes',
      text: 'insert into inboxes (inbox) select unnest($1::text[]) on conflict do nothing',
      values: [missing],
    });
    await lockInboxes(tx, missing, loaded);
    return loaded;
  },
};

const lockInboxes = async (tx: Transaction, keys: readonly string[], into: Map<string, Loaded<Inbox>>): Promise<void> => {
  const { rows } = await tx.query<{ inbox: string; lastNumber: number }>({
    name: 'lock-inboxes',
    text: 'select inbox, last_number as "lastNumber" from inboxes where inbox = any($1::text[]) order by inbox for update',
    values: [keys],
  });
  for (const { inbox, lastNumber } of rows) into.set(inbox, { version: 0, state: { lastNumber } });
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

/**
 * What a person has read, only looked at: a lock would leave the transaction's id in a row of the reader's. So a notification may
 * be joined by an act that arrives while it is being read; its number rises with it, and it is unread again.
 */
export const readingAggregate = (authors: SealedAuthors): AggregateDefinition<Reading> => ({
  name: 'reading',
  events: [],
  evolve: (reading) => reading,
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'look-at-readings',
      'select reader as key, marks, 0 as version from readings where reader = any($1)',
      nothingRead,
      ({ marks }: { marks: string; version: number }) => readingOf(authors, marks),
    ),
});

/** The notification that acts on one thing join while it is unread, and how many of them stand in it. */
export interface Group {
  readonly notificationId: string | null;
  readonly number: number;
  readonly count: number;
}
export const noGroup: Group = { notificationId: null, number: 0, count: 0 };

type GroupRow = { notificationId: string | null; number: number; count: number; version: number };
const groupOf = ({ notificationId, number, count }: GroupRow): Group => ({ notificationId, number, count });
const groupColumns = 'notification_id as "notificationId", number, count, version';

/** Key: content id. */
export const boostGroupAggregate: AggregateDefinition<Group, typeof BoostsNotified> = {
  name: 'boosts-of',
  events: [BoostsNotified],
  evolve(_, { data: { notificationId, number, count } }) {
    return notificationId === null || count === 0 ? noGroup : { notificationId, number: number ?? 0, count };
  },
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'read-boost-groups',
      `select content_id as key, ${groupColumns} from boost_groups where content_id = any($1)`,
      noGroup,
      groupOf,
    ),
};

/** Key: what it is, question and inbox key, see `replyGroupKey`. */
export const replyGroupAggregate: AggregateDefinition<Group, typeof RepliesNotified> = {
  name: 'replies-for',
  events: [RepliesNotified],
  evolve: (_, { data: { notificationId, number, count } }) => ({ notificationId, number, count }),
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'read-reply-groups',
      `select group_key as key, ${groupColumns} from reply_groups where group_key = any($1)`,
      noGroup,
      groupOf,
    ),
};

export const replyGroupKey = (kind: 'comment' | 'reply', inbox: string, questionId: string): string => `${kind}-${questionId}-${inbox}`;

/** What was told of one boost. */
export interface BoostAct {
  readonly notificationId: string | null;
  readonly toggle: number;
  readonly isBoosted: boolean;
}
export const unheardOf: BoostAct = { notificationId: null, toggle: 0, isBoosted: false };

/**
 * Key: boost id. It does not evolve inside a batch: groups of a consumer follow one another, and inside a group all acts on one content
 * are one command.
 */
export const boostActAggregate: AggregateDefinition<BoostAct> = {
  name: 'boost-act',
  events: [],
  evolve: (act) => act,
  load: (tx, keys) =>
    loadRows(
      tx,
      keys,
      'read-boost-acts',
      `select boost_id as key, notification_id as "notificationId", toggle, is_boosted as "isBoosted", 0 as version
       from boost_acts where boost_id = any($1)`,
      unheardOf,
      ({ notificationId, toggle, isBoosted }: BoostAct & { version: number }): BoostAct => ({ notificationId, toggle, isBoosted }),
    ),
};

/** Key: id of a notification that is told once, and then only read and deleted. */
export const singleAggregate: AggregateDefinition<null, typeof RevealNotified | typeof LevelNotified> = {
  name: 'notice',
  events: [RevealNotified, LevelNotified],
  evolve: () => null,
  load: async (_tx, keys) => new Map(keys.map((key) => [key, { version: 0, state: null }])),
};
