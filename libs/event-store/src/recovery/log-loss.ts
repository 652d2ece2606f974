import type { Transaction } from '../log/events.js';
import { differencesOf, type LogHome, readHome } from '../log/log-home.js';
import { loggedOf } from '../log/log-reader.js';
import type { EventStream, StreamEnd } from '../stream/event-stream.js';

/** The log lacks events that others have read, or may lack them: nothing is appended and nothing relayed until an operator has recovered it. */
export class LogLossError extends Error {
  override readonly name = 'LogLossError';
}

interface LogToCheck {
  readonly client: Transaction;
  readonly service: string;
  readonly stream: EventStream;
  /** False: nobody reads this log, so it has no stream. */
  readonly isRelayed: boolean;
  /** Read before the log is. Undefined: there is no stream, or NATS is out of reach. */
  readonly end: StreamEnd | undefined;
}

interface StoreRow extends LogHome {
  /** The newest event lies in a later epoch, or its transaction id is one that this server has not given out yet. */
  readonly isAhead: boolean | null;
}

const selectStore = `select system_identifier as system, timeline, database_oid as database, table_oid as table,
    (select newest.epoch > store_epoch.epoch or newest.txid >= pg_snapshot_xmax(pg_current_snapshot())
     from (select epoch, txid from events order by epoch desc, txid desc, position desc limit 1) newest
     where newest.epoch >= store_epoch.epoch) as "isAhead"
  from store_epoch`;

/**
 * Why this log must not grow, as a sentence for an operator; undefined when it may. A log that moved is trusted when its stream ends with one
 * of its events: then nothing is missing that others have read.
 */
export const findLogLoss = async ({
  client,
  service,
  stream,
  isRelayed,
  end,
}: LogToCheck): Promise<string | undefined> => {
  const remedy = `run "npm run recover -- ${service}"`;
  const store = (await client.query<StoreRow>(selectStore)).rows[0]!;
  if (store.isAhead)
    return `The log of ${service} was moved to a PostgreSQL server whose transaction ids lie before its own: ${remedy}`;
  if (!isRelayed) return undefined;
  if (end?.eventId !== undefined) {
    const logged = await loggedOf(client, [{ eventId: end.eventId, logPosition: end.logPosition }]);
    return logged.size > 0
      ? undefined
      : `The stream ${stream.name} ends with an event that this database does not have, since a standby was promoted or a backup restored: ${remedy}`;
  }
  const differences = differencesOf(store, await readHome(client));
  if (differences.length === 0) return undefined;
  return `The log of ${service} has another ${differences.join(' and ')} than at its last recovery, and no stream shows whether it is whole: ${remedy}`;
};
