import type { EventMeta, LogPosition, StoredEvent, Transaction } from './events.js';

interface EventRow {
  epoch: number;
  txid: string;
  position: string;
  event_id: string;
  stream: string;
  version: number;
  type: string;
  schema_version: number;
  shard: number;
  data: Record<string, unknown>;
  meta: EventMeta;
}

export interface LogPage {
  /** In log order. */
  readonly events: readonly StoredEvent[];
  /** Committed events lie above the horizon of running transactions: look again soon. */
  readonly isHeldBack: boolean;
}

const columns = `e.epoch, e.txid::text as txid, e.position::text as position, e.event_id, e.stream, e.version, e.type,
  e.schema_version, e.shard, e.data, e.meta`;

const storedEvent = (row: EventRow): StoredEvent => ({
  eventId: row.event_id,
  logPosition: { epoch: row.epoch, txid: row.txid, position: row.position },
  stream: row.stream,
  version: row.version,
  type: row.type,
  schemaVersion: row.schema_version,
  data: row.data,
  meta: row.meta,
  shard: row.shard,
});

/** A left join that finds nothing gives a row of nulls. */
type Nullable<R> = R | Record<keyof R, null>;

/** The limit is part of the text: as a parameter it would leave the planner to guess, and to sort the whole log. */
const pageQuery = (selected: string, limit: number): string => `
  with horizon as materialized (
    select (select epoch from store_epoch) as epoch, pg_snapshot_xmin(pg_current_snapshot()) as xmin
  ), newest as materialized (
    select epoch, txid from events order by epoch desc, txid desc, position desc limit 1
  )
  select page.*, (select (newest.epoch, newest.txid) >= (horizon.epoch, horizon.xmin) from newest) as is_held_back
  from horizon left join lateral (
    select ${selected} from events e
    where (e.epoch, e.txid, e.position) > ($1::int, $2::xid8, $3::bigint) and (e.epoch, e.txid) < (horizon.epoch, horizon.xmin)
    order by e.epoch, e.txid, e.position limit ${Math.trunc(limit)}
  ) page on true`;

/**
 * The next events after a log position, at most `limit`. Reads only below the oldest running transaction: what it may still commit
 * would get a log position among events that were handed out already. Events of earlier epochs are all below, their transaction
 * ids belong to another server.
 *
 * Both answers come from one statement, so from one snapshot: with two, a transaction that ends in between would leave its
 * neighbours neither read nor announced.
 */
export const readLog = async (client: Transaction, after: LogPosition, limit: number): Promise<LogPage> => {
  const { rows } = await client.query<Nullable<EventRow> & { is_held_back: boolean | null }>({
    name: `read-log-${limit}`,
    text: pageQuery(columns, limit),
    values: [after.epoch, after.txid, after.position],
  });
  return {
    events: rows
      .filter((row): row is EventRow & { is_held_back: boolean | null } => row.epoch !== null)
      .map(storedEvent),
    isHeldBack: rows[0]?.is_held_back ?? false,
  };
};

/** An event on its way to other services, unread: `data` and `meta` are the text that PostgreSQL gave. */
export interface RelayedEvent {
  readonly logPosition: LogPosition;
  readonly type: string;
  /** The `StoredEvent` as JSON. */
  readonly text: string;
}

export interface RelayedPage {
  /** Those of the wanted types, in log order. */
  readonly events: readonly RelayedEvent[];
  /** Of the last event that was looked at, wanted or not. */
  readonly end: LogPosition;
  /** There may be more. */
  readonly isFull: boolean;
  readonly isHeldBack: boolean;
}

type RelayedRow = Omit<EventRow, 'data' | 'meta'> & { data: string | null; meta: string };

const relayedEvent = ({ data, meta, ...row }: RelayedRow): RelayedEvent => {
  const logPosition = { epoch: row.epoch, txid: row.txid, position: row.position };
  const head: Omit<StoredEvent, 'data' | 'meta'> = {
    eventId: row.event_id,
    logPosition,
    stream: row.stream,
    version: row.version,
    type: row.type,
    schemaVersion: row.schema_version,
    shard: row.shard,
  };
  return { logPosition, type: row.type, text: `${JSON.stringify(head).slice(0, -1)},"data":${data},"meta":${meta}}` };
};

const relayedColumns = `e.epoch, e.txid::text as txid, e.position::text as position, e.event_id, e.stream, e.version, e.type,
  e.schema_version, e.shard, case when e.type = any($4::text[]) then e.data::text end as data,
  case when e.type = any($4::text[]) then e.meta::text end as meta`;

/**
 * What `readLog` reads, for whoever passes the events of some types on without looking into them. Of the others only their
 * log positions are fetched, so that the next page begins behind them.
 */
export const readRelayedPage = async (
  client: Transaction,
  after: LogPosition,
  limit: number,
  types: readonly string[],
): Promise<RelayedPage> => {
  const { rows } = await client.query<Nullable<RelayedRow> & { is_held_back: boolean | null }>({
    name: `read-relayed-page-${limit}`,
    text: pageQuery(relayedColumns, limit),
    values: [after.epoch, after.txid, after.position, types],
  });
  const read = rows.filter((row): row is RelayedRow & { is_held_back: boolean | null } => row.epoch !== null);
  const last = read.at(-1);
  return {
    events: read.filter((row) => row.data !== null).map(relayedEvent),
    end: last ? { epoch: last.epoch, txid: last.txid, position: last.position } : after,
    isFull: read.length === limit,
    isHeldBack: rows[0]?.is_held_back ?? false,
  };
};

/** Everything after a log position, horizon or not: only for whoever keeps writers out with a lock on the table. */
export const readLockedLog = async (client: Transaction, after: LogPosition): Promise<StoredEvent[]> => {
  const { rows } = await client.query<EventRow>(
    `select ${columns} from events e where (e.epoch, e.txid, e.position) > ($1::int, $2::xid8, $3::bigint)
     order by e.epoch, e.txid, e.position`,
    [after.epoch, after.txid, after.position],
  );
  return rows.map(storedEvent);
};

/** How many of the committed events after a log position have one of these types. */
export const countAfter = async (
  client: Transaction,
  logPosition: LogPosition,
  types: readonly string[],
): Promise<number> => {
  const { rows } = await client.query<{ behind: number }>(
    `select count(*)::int as behind from events where (epoch, txid, position) > ($1::int, $2::xid8, $3::bigint) and type = any($4)`,
    [logPosition.epoch, logPosition.txid, logPosition.position, types],
  );
  return rows[0]?.behind ?? 0;
};

/** Whether a committed event of one of these types lies after a log position. */
export const hasAfter = async (
  client: Transaction,
  logPosition: LogPosition,
  types: readonly string[],
): Promise<boolean> => {
  const { rows } = await client.query<{ more: boolean }>(
    `select exists (
       select 1 from events where (epoch, txid, position) > ($1::int, $2::xid8, $3::bigint) and type = any($4)
     ) as more`,
    [logPosition.epoch, logPosition.txid, logPosition.position, types],
  );
  return rows[0]?.more ?? false;
};

/** An event by its id and its place. Servers that part give out the same places again. */
export interface PlacedEvent {
  readonly eventId: string;
  readonly logPosition: LogPosition;
}

/** Which of these events the log has, by their ids. */
export const loggedOf = async (client: Transaction, events: readonly PlacedEvent[]): Promise<Set<string>> => {
  const { rows } = await client.query<{ event_id: string }>(
    `select e.event_id from unnest($1::int[], $2::xid8[], $3::bigint[], $4::uuid[]) as placed (epoch, txid, position, id)
     join events e on e.event_id = placed.id and (e.epoch, e.txid, e.position) = (placed.epoch, placed.txid, placed.position)`,
    [
      events.map(({ logPosition }) => logPosition.epoch),
      events.map(({ logPosition }) => logPosition.txid),
      events.map(({ logPosition }) => logPosition.position),
      events.map(({ eventId }) => eventId),
    ],
  );
  return new Set(rows.map((row) => row.event_id));
};
