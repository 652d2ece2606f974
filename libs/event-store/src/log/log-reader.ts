import type { Transaction } from '../runtime/connections.js';
import type { EventMeta, LogPosition, StoredEvent } from './events.js';

interface EventRow extends LogPosition {
  eventId: string;
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  data: Record<string, unknown>;
  meta: EventMeta;
}

const envelope = `e.epoch, e.txid::text as txid, e.position::text as position, e.event_id as "eventId", e.stream, e.version, e.type,
  e.schema_version as "schemaVersion"`;
const behind = '(e.epoch, e.txid, e.position) > ($1::int, $2::xid8, $3::bigint)';
const parameters = ({ epoch, txid, position }: LogPosition) => [epoch, txid, position];

const storedEvent = ({ epoch, txid, position, ...event }: EventRow): StoredEvent => ({
  ...event,
  logPosition: { epoch, txid, position },
});

interface Page<Row> {
  readonly rows: readonly Row[];
  /** Committed events exist above the horizon of running transactions: read again soon. */
  readonly isHeldBack: boolean;
}

/**
 * The next rows after a log position, at most `limit`. It reads only below the oldest running transaction, whose events
 * would get log positions among those already returned. Events of earlier epochs are all readable, because their
 * transaction ids belong to another server. One statement returns rows and `isHeldBack` from one snapshot. With two,
 * events next to a transaction that ends in between would be neither read nor announced. The limit is part of the text:
 * with a parameter the planner would sort the whole log.
 */
const readPage = async <Row extends LogPosition>(
  client: Transaction,
  { name, selected, limit }: { name: string; selected: string; limit: number },
  values: readonly unknown[],
): Promise<Page<Row>> => {
  const { rows } = await client.query<(Row | { epoch: null }) & { isHeldBack: boolean | null }>({
    name: `${name}-${limit}`,
    text: `with horizon as materialized (
        select (select epoch from store_epoch) as epoch, pg_snapshot_xmin(pg_current_snapshot()) as xmin
      ), newest as materialized (
        select epoch, txid from events order by epoch desc, txid desc, position desc limit 1
      )
      select page.*, (select (newest.epoch, newest.txid) >= (horizon.epoch, horizon.xmin) from newest) as "isHeldBack"
      from horizon left join lateral (
        select ${selected} from events e where ${behind} and (e.epoch, e.txid) < (horizon.epoch, horizon.xmin)
        order by e.epoch, e.txid, e.position limit ${Math.trunc(limit)}
      ) page on true`,
    values: [...values],
  });
  const isHeldBack = rows[0]?.isHeldBack ?? false;
  for (const row of rows) delete (row as { isHeldBack?: unknown }).isHeldBack;
  return { rows: rows.filter((row) => row.epoch !== null) as unknown as Row[], isHeldBack };
};

export const readLog = async (client: Transaction, after: LogPosition, limit: number) => {
  const query = { name: 'read-log', selected: `${envelope}, e.data, e.meta`, limit };
  const { rows, isHeldBack } = await readPage<EventRow>(client, query, parameters(after));
  return { events: rows.map(storedEvent), isHeldBack };
};

export interface RelayedEvent {
  readonly logPosition: LogPosition;
  readonly type: string;
  readonly text: string;
}

type RelayedRow = Omit<EventRow, 'data' | 'meta'> & { data: string | null; meta: string };

const relayedEvent = ({ data, meta, epoch, txid, position, ...event }: RelayedRow): RelayedEvent => {
  const logPosition = { epoch, txid, position };
  const head = JSON.stringify({ ...event, logPosition }).slice(0, -1);
  return { logPosition, type: event.type, text: `${head},"data":${data},"meta":${meta}}` };
};

/** Events of other types return only their log positions. `end` is the position of the last event read, of any type. */
export const readRelayedPage = async (
  client: Transaction,
  after: LogPosition,
  limit: number,
  types: readonly string[],
) => {
  const text = (column: string) => `case when e.type = any($4::text[]) then e.${column}::text end as ${column}`;
  const query = { name: 'read-relayed', selected: `${envelope}, ${text('data')}, ${text('meta')}`, limit };
  const { rows, isHeldBack } = await readPage<RelayedRow>(client, query, [...parameters(after), types]);
  const { epoch, txid, position } = rows.at(-1) ?? after;
  return {
    events: rows.filter((row) => row.data !== null).map(relayedEvent),
    end: { epoch, txid, position },
    isFull: rows.length === limit,
    isHeldBack,
  };
};

/** Ignores the horizon, so it is safe only behind a table lock that keeps writers out. */
export const readLockedLog = async (client: Transaction, after: LogPosition): Promise<StoredEvent[]> => {
  const { rows } = await client.query<EventRow>(
    `select ${envelope}, e.data, e.meta from events e where ${behind} order by e.epoch, e.txid, e.position`,
    parameters(after),
  );
  return rows.map(storedEvent);
};

export const countAfter = async (
  client: Transaction,
  after: LogPosition,
  types: readonly string[],
  most: number | null = null,
): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from events e where ${behind} and e.type = any($4) limit $5) found`,
    [...parameters(after), types, most],
  );
  return rows[0]!.count;
};

/** The ids of those events that the log has. Ids count too, because diverged servers assign the same positions. */
export const loggedOf = async (
  client: Transaction,
  events: readonly Pick<StoredEvent, 'eventId' | 'logPosition'>[],
): Promise<Set<string>> => {
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
