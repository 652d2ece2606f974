import type { EventMeta, Place, StoredEvent, Transaction } from './events.js';
import { upcast, upcastVersion } from './upcasts.js';

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
  /** In log order, upcast. */
  readonly events: readonly StoredEvent[];
  /** Committed events lie above the horizon of running transactions: look again soon. */
  readonly isHeldBack: boolean;
}

const columns = `e.epoch, e.txid::text as txid, e.position::text as position, e.event_id, e.stream, e.version, e.type,
  e.schema_version, e.shard, e.data, e.meta`;

const storedEvent = (row: EventRow): StoredEvent => ({
  eventId: row.event_id,
  place: { epoch: row.epoch, txid: row.txid, position: row.position },
  stream: row.stream,
  version: row.version,
  type: row.type,
  schemaVersion: upcastVersion(row.type, row.schema_version),
  data: upcast(row.type, row.schema_version, row.data),
  meta: row.meta,
  shard: row.shard,
});

/**
 * The next events after a place, at most `limit`. Reads only below the oldest running transaction: what it may still commit
 * would get a place among events that were handed out already. Events of earlier epochs are all below, their transaction
 * ids belong to another server.
 *
 * Both answers come from one statement, so from one snapshot: with two, a transaction that ends in between would leave its
 * neighbours neither read nor announced.
 */
export const readLog = async (client: Transaction, after: Place, limit: number): Promise<LogPage> => {
  const { rows } = await client.query<(EventRow | Record<keyof EventRow, null>) & { is_held_back: boolean | null }>({
    // The limit is part of the text: as a parameter it would leave the planner to guess, and to sort the whole log.
    name: `read-log-${limit}`,
    text: `with horizon as materialized (
             select (select epoch from store_epoch) as epoch, pg_snapshot_xmin(pg_current_snapshot()) as xmin
           ), newest as materialized (
             select epoch, txid from events order by epoch desc, txid desc, position desc limit 1
           )
           select page.*, (select (newest.epoch, newest.txid) >= (horizon.epoch, horizon.xmin) from newest) as is_held_back
           from horizon left join lateral (
             select ${columns} from events e
             where (e.epoch, e.txid, e.position) > ($1::int, $2::xid8, $3::bigint) and (e.epoch, e.txid) < (horizon.epoch, horizon.xmin)
             order by e.epoch, e.txid, e.position limit ${Math.trunc(limit)}
           ) page on true`,
    values: [after.epoch, after.txid, after.position],
  });
  return {
    events: rows.filter((row): row is EventRow & { is_held_back: boolean | null } => row.epoch !== null).map(storedEvent),
    isHeldBack: rows[0]?.is_held_back ?? false,
  };
};

/** Everything after a place, horizon or not: only for whoever keeps writers out with a lock on the table. */
export const readLockedLog = async (client: Transaction, after: Place): Promise<StoredEvent[]> => {
  const { rows } = await client.query<EventRow>(
    `select ${columns} from events e where (e.epoch, e.txid, e.position) > ($1::int, $2::xid8, $3::bigint)
     order by e.epoch, e.txid, e.position`,
    [after.epoch, after.txid, after.position],
  );
  return rows.map(storedEvent);
};

/** How many committed events lie after a place; counts no further than `most`. */
export const countAfter = async (client: Transaction, place: Place, most: number): Promise<number> => {
  const { rows } = await client.query<{ behind: number }>(
    `select count(*)::int as behind from (
       select 1 from events where (epoch, txid, position) > ($1::int, $2::xid8, $3::bigint) limit $4
     ) later`,
    [place.epoch, place.txid, place.position, most],
  );
  return rows[0]?.behind ?? 0;
};

/** Whether this log has an event at the place, or is of a later epoch than it. */
export const isPlaceOfLog = async (client: Transaction, place: Place): Promise<boolean> => {
  const { rows } = await client.query<{ known: boolean }>(
    `select (select epoch from store_epoch) > $1::int
       or exists (select 1 from events where (epoch, txid, position) = ($1::int, $2::xid8, $3::bigint)) as known`,
    [place.epoch, place.txid, place.position],
  );
  return rows[0]?.known ?? false;
};
