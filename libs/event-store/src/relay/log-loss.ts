import { relayedTypesOf } from '@hearsay/contracts';
import { loggedOf } from '../log/log-reader.js';
import type { ProcessDependencies, Transaction } from '../runtime/connections.js';
import { isOutage } from '../runtime/failures.js';
import { eventStreamOf, findEnd, managerOf, type StreamEnd } from '../stream/event-stream.js';

/**
 * Identifies where a log is stored. A promoted standby has a higher timeline, a restored dump has another server or
 * table, a copied database has another id. Null: unknown.
 */
export interface LogHome {
  readonly server: string | null;
  readonly timeline: number | null;
  readonly database: string | null;
  readonly table: string | null;
}

export const recordedHome = 'system_identifier as server, timeline, database_oid as database, table_oid as table';

/** Uses the WAL file's name, since the control file learns a new timeline only at a checkpoint. Standbys write none. */
const selectHome = `select (select system_identifier::text from pg_control_system()) as server,
  case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
  (select oid::text from pg_database where datname = current_database()) as database, 'events'::regclass::oid::text as table`;

/** SQLSTATEs insufficient_privilege, undefined_function and feature_not_supported. */
const unreadableStates = new Set(['42501', '42883', '0A000']);

/** All null when the role may not read them. Must run outside a transaction, since the statement may fail. */
export const readHome = async (client: Transaction): Promise<LogHome> => {
  try {
    return (await client.query<LogHome>(selectHome)).rows[0]!;
  } catch (error) {
    if (!unreadableStates.has((error as { code?: string }).code ?? '')) throw error;
    return { server: null, timeline: null, database: null, table: null };
  }
};

export const differencesOf = (recorded: LogHome, now: LogHome): string[] =>
  (['server', 'timeline', 'database', 'table'] as const).filter(
    (part) => recorded[part] !== null && now[part] !== null && recorded[part] !== now[part],
  );

/** The log lacks, or may lack, events that other services have read. An operator must recover it before it grows. */
export class LogLossError extends Error {
  override readonly name = 'LogLossError';
}

/**
 * The reason why this log must not grow, as a sentence for an operator; undefined if it may grow. A log that moved is
 * trusted if its stream ends with one of its events: it then has every event that other services have read. Read `end`
 * before the call; it is undefined without a stream and while NATS is away.
 */
export const findLogLoss = async (
  client: Transaction,
  service: string,
  end: StreamEnd | undefined,
): Promise<string | undefined> => {
  const remedy = `run "npm run recover -- ${service}"`;
  // Ahead: the newest event is in a later epoch, or its transaction id is one that this server has not assigned yet.
  const { rows } = await client.query<LogHome & { isAhead: boolean | null }>(
    `select ${recordedHome},
       (select newest.epoch > store_epoch.epoch or newest.txid >= pg_snapshot_xmax(pg_current_snapshot())
        from (select epoch, txid from events order by epoch desc, txid desc, position desc limit 1) newest
        where newest.epoch >= store_epoch.epoch) as "isAhead"
     from store_epoch`,
  );
  if (rows[0]!.isAhead)
    return `The log of ${service} was moved to a PostgreSQL server whose transaction ids lie before its own: ${remedy}`;
  if (relayedTypesOf(service).length === 0) return undefined;
  if (end?.eventId !== undefined) {
    const logged = await loggedOf(client, [{ eventId: end.eventId, logPosition: end.logPosition }]);
    if (logged.size > 0) return undefined;
    return `The stream of ${service} ends with an event that this database does not have, since a standby was promoted or a backup restored: ${remedy}`;
  }
  const differences = differencesOf(rows[0]!, await readHome(client));
  if (differences.length === 0) return undefined;
  return `The log of ${service} has another ${differences.join(' and ')} than at its last recovery, and no stream shows whether it is whole: ${remedy}`;
};

/**
 * Checks each connection once before its first append, since a replaced server means a new connection. The relay checks
 * more often and reports its findings.
 */
export class AppendGuard {
  readonly #options: Omit<ProcessDependencies, 'pool'>;
  #checked = new WeakSet<object>();
  #loss: string | undefined;

  constructor(options: Omit<ProcessDependencies, 'pool'>) {
    this.#options = options;
  }

  get loss(): string | undefined {
    return this.#loss;
  }

  /** @throws LogLossError */
  before(client: Transaction): Promise<void> | undefined {
    return this.#checked.has(client) ? undefined : this.check(client);
  }

  /** Must run outside a transaction. @throws LogLossError */
  async check(client: Transaction): Promise<void> {
    const { connection, service, subjectPrefix } = this.#options;
    // Read before the log, so that the log includes its events. While NATS is away, only the relay finds a loss.
    const findStreamEnd = async () => findEnd(await managerOf(connection), eventStreamOf(service, subjectPrefix));
    const end = await findStreamEnd().catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      return undefined;
    });
    const loss = await findLogLoss(client, service, end);
    this.report(loss);
    if (loss !== undefined) throw new LogLossError(loss);
    this.#checked.add(client);
  }

  report(loss: string | undefined): void {
    if (loss !== undefined) this.#checked = new WeakSet();
    if (loss === this.#loss) return;
    this.#loss = loss;
    const { log, service } = this.#options;
    if (loss === undefined) log.info({ service }, 'The log is whole again: writes go on');
    else log.error({ service }, loss);
  }
}
