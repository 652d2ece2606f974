import type { Transaction } from '../runtime/connections.js';
import type { LogPosition, StoredEvent } from './events.js';

const behind = '(e.epoch, e.txid, e.position) > ($1::int, $2::xid8, $3::bigint)';
const parameters = ({ epoch, txid, position }: LogPosition) => [epoch, txid, position];

/** An event as it is stored. `text` is its JSON, with `data` and `meta` unconverted. */
export interface LoggedEvent {
  readonly logPosition: LogPosition;
  readonly type: string;
  readonly text: string;
}

export const parseLoggedEvent = ({ text }: LoggedEvent): StoredEvent => JSON.parse(text) as StoredEvent;

interface EventRow extends LogPosition {
  readonly type: string;
  readonly data: string | null;
  readonly meta: string;
  readonly isHeldBack: boolean;
}

const loggedEvent = ({ data, meta, epoch, txid, position, isHeldBack: _, ...event }: EventRow): LoggedEvent => {
  const logPosition = { epoch, txid, position };
  const head = JSON.stringify({ ...event, logPosition }).slice(0, -1);
  return { logPosition, type: event.type, text: `${head},"data":${data},"meta":${meta}}` };
};

interface LogPage {
  readonly events: readonly LoggedEvent[];
  /** The position of the last event that was read, of any type. */
  readonly end: LogPosition;
  readonly isFull: boolean;
  /** True if running transactions hold back committed events. The caller should read again soon. */
  readonly isHeldBack: boolean;
}

/**
 * Reads the next `limit` events after a log position and returns those of `types` (null: all types). It reads only
 * below the oldest running transaction, because that transaction may still commit events with lower log positions.
 * Events of earlier epochs are all readable, because their transaction ids belong to another server. One statement
 * returns rows and `isHeldBack` from one snapshot. With two statements, a transaction that ends in between could hide
 * events from both. The limit is part of the SQL text, because with a parameter the planner would sort the whole log.
 * `isLocked` means that a table lock keeps writers out, so that all events are readable.
 */
export const readLog = async (
  client: Transaction,
  after: LogPosition,
  { limit, types, isLocked = false }: { limit: number; types: readonly string[] | null; isLocked?: boolean },
): Promise<LogPage> => {
  const text = (column: string) =>
    `case when $4::text[] is null or e.type = any($4) then e.${column}::text end as ${column}`;
  const { rows } = await client.query<EventRow | { epoch: null; isHeldBack: boolean | null }>({
    name: `read-log-${limit}-${isLocked}`,
    text: `with horizon as materialized (
        select (select epoch from store_epoch) as epoch, pg_snapshot_xmin(pg_current_snapshot()) as xmin
      ), newest as materialized (
        select epoch, txid from events order by epoch desc, txid desc, position desc limit 1
      )
      select page.*, (select (newest.epoch, newest.txid) >= (horizon.epoch, horizon.xmin) from newest) as "isHeldBack"
      from horizon left join lateral (
        select e.epoch, e.txid::text as txid, e.position::text as position, e.event_id as "eventId", e.stream, e.version, e.type,
          e.schema_version as "schemaVersion", ${text('data')}, ${text('meta')}
        from events e where ${behind} ${isLocked ? '' : 'and (e.epoch, e.txid) < (horizon.epoch, horizon.xmin)'}
        order by e.epoch, e.txid, e.position limit ${Math.trunc(limit)}
      ) page on true`,
    values: [...parameters(after), types],
  });
  const found = rows.filter((row) => row.epoch !== null);
  const { epoch, txid, position } = found.at(-1) ?? after;
  return {
    events: found.filter(({ data }) => data !== null).map(loggedEvent),
    end: { epoch, txid, position },
    isFull: found.length === limit,
    isHeldBack: rows[0]?.isHeldBack ?? false,
  };
};

/** Counts the events after a log position, up to `most` (null: without a limit). */
export const countEventsAfter = async (
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

/** Whether the log has events of these types at or before a log position. Reads the log up to the first such event. */
export const hasEventsUpTo = async (
  client: Transaction,
  last: LogPosition,
  types: readonly string[],
): Promise<boolean> => {
  const { rows } = await client.query(`select 1 from events e where not ${behind} and e.type = any($4) limit 1`, [
    ...parameters(last),
    types,
  ]);
  return rows.length > 0;
};

/**
 * @returns those of the event ids that the log contains. Positions do not identify events, because servers may diverge.
 */
export const findLoggedIds = async (
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
