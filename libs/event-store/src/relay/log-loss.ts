import { relayedTypesOf } from '@hearsay/contracts';
import type { JetStreamManager } from '@nats-io/jetstream';
import { type StoredEvent, startOfLog } from '../log/events.js';
import { countEventsAfter, findLoggedIds } from '../log/log-reader.js';
import type { ProcessDependencies, Transaction } from '../runtime/connections.js';
import { isOutage } from '../runtime/failures.js';
import { currentTimelineSql, queryIfReadable, readOnlyError, serverIdSql } from '../runtime/primary.js';
import {
  createJetStreamManager,
  type EventStream,
  eventStreamOf,
  findStreamEnd,
  messagesBackwards,
  type StreamEnd,
} from '../stream/event-stream.js';

/**
 * Identifies where a log is stored. A promoted standby has a higher timeline, a restored dump has another server or
 * table, and a copied database has another id. Null means unknown.
 */
export interface LogLocation {
  readonly server: string | null;
  readonly timeline: number | null;
  readonly database: string | null;
  readonly table: string | null;
}

export const recordedLocationColumns =
  'system_identifier as server, timeline, database_oid as database, table_oid as table';

const selectHome = `select ${serverIdSql} as server, ${currentTimelineSql} as timeline,
  (select oid::text from pg_database where datname = current_database()) as database, 'events'::regclass::oid::text as table`;

/**
 * Reads the present location of the log. All fields are null if the role may not read them. Must run outside a
 * transaction.
 */
export const readLogLocation = async (client: Transaction): Promise<LogLocation> =>
  (await queryIfReadable<LogLocation>(client, selectHome)) ?? {
    server: null,
    timeline: null,
    database: null,
    table: null,
  };

/** Names the parts that differ. A part that is null on either side counts as equal. */
export const locationDifferences = (recorded: LogLocation, now: LogLocation): string[] =>
  (['server', 'timeline', 'database', 'table'] as const).filter(
    (part) => recorded[part] !== null && now[part] !== null && recorded[part] !== now[part],
  );

/**
 * The log lacks events that other services have read, or may lack them. An operator must recover the log before any
 * append.
 */
export class LogLossError extends Error {
  override readonly name = 'LogLossError';
}

/**
 * The stream's end and events, as evidence for the log. They must be read before the log, so that a complete log has
 * all of these events.
 */
export interface StreamEvidence {
  readonly end: StreamEnd;
  /** The events of each message, from the last message back to the first one. */
  readonly backwards: () => AsyncIterable<readonly StoredEvent[]>;
}

export const createStreamEvidence = (
  manager: JetStreamManager,
  stream: EventStream,
  end: StreamEnd,
): StreamEvidence => ({
  end,
  backwards: () => messagesBackwards(manager, stream),
});

/**
 * Returns a sentence for an operator if nothing may be appended to this log. Returns undefined if the log is complete.
 * A log that moved is complete if it has the newest events of its stream. `evidence` is undefined without a stream and
 * while NATS is away. `verified` is the location at which this process has already found the log complete.
 */
export const findLogLoss = async (
  client: Transaction,
  service: string,
  {
    evidence,
    home,
    verified,
  }: { evidence: StreamEvidence | undefined; home: LogLocation; verified?: LogLocation | undefined },
): Promise<string | undefined> => {
  const remedy = `run "npm run recover -- ${service}"`;
  // `isAhead` is true if the newest event has a later epoch, or a transaction id that this server has not assigned yet.
  const { rows } = await client.query<LogLocation & { isAhead: boolean | null }>(
    `select ${recordedLocationColumns},
       (select newest.epoch > store_epoch.epoch or newest.txid >= pg_snapshot_xmax(pg_current_snapshot())
        from (select epoch, txid from events order by epoch desc, txid desc, position desc limit 1) newest
        where newest.epoch >= store_epoch.epoch) as "isAhead"
     from store_epoch`,
  );
  if (rows[0]!.isAhead)
    return `The log of ${service} was moved to a PostgreSQL server whose transaction ids lie before its own: ${remedy}`;
  const relayedTypes = relayedTypesOf(service);
  if (relayedTypes.length === 0) return undefined;
  const differences = locationDifferences(rows[0]!, home);
  const { eventId, logPosition } = evidence?.end ?? {};
  if (evidence && eventId !== undefined && logPosition !== undefined) {
    const logged = await findLoggedIds(client, [{ eventId, logPosition }]);
    if (logged.size === 0)
      return `The stream of ${service} ends with an event that this database does not have, since a standby was promoted or a backup restored: ${remedy}`;
    const isVerified = differences.length === 0 || (verified && locationDifferences(verified, home).length === 0);
    if (isVerified || !(await lacksNewest(client, evidence))) return undefined;
    return `The stream of ${service} has events that this database does not have, since a standby was promoted or a backup restored: ${remedy}`;
  }
  if (differences.length === 0) return undefined;
  // A log without relayed events has published nothing, so it lacks no event that others have read.
  // After a promotion all later events get a new epoch.
  const isPromoted = differences.join() === 'timeline' && evidence?.end.messages === 0;
  if (isPromoted && (await countEventsAfter(client, startOfLog, relayedTypes, 1)) === 0) return undefined;
  return `The log of ${service} has another ${differences.join(' and ')} than at its last recovery, and no stream shows whether it is whole: ${remedy}`;
};

/**
 * Of two simultaneous transactions, the later one may commit first, and a promoted standby may have only that commit.
 * The stream has both in the order of their ids. So the newest 1,000 messages are compared with the log. They cover
 * more time than any transaction takes.
 */
const newestMessages = 1000;
/** The number of events that one query looks up. It is small, because all writes wait for this comparison. */
const comparedEvents = 500;

const lacksNewest = async (client: Transaction, { backwards: read }: StreamEvidence): Promise<boolean> => {
  let messages = 0;
  let compared: StoredEvent[] = [];
  const areLogged = async () => (await findLoggedIds(client, compared)).size === compared.length;
  for await (const events of read()) {
    compared.push(...events);
    messages += 1;
    if (messages === newestMessages) break;
    if (compared.length < comparedEvents) continue;
    if (!(await areLogged())) return true;
    compared = [];
  }
  return !(await areLogged());
};

interface Raised {
  readonly isStandby: boolean;
  readonly epoch: number | null;
}
const raiseEpoch = `select pg_is_in_recovery() as "isStandby",
  case when timeline < ${currentTimelineSql} then raise_epoch() end as epoch from store_epoch`;

/**
 * Checks the log before the first append of each connection. Once is enough, because a connection never moves to
 * another server. The relay checks the log more often and reports its results here.
 */
export class AppendGuard {
  readonly #options: Omit<ProcessDependencies, 'pool'>;
  #checked = new WeakSet<object>();
  #loss: string | undefined;
  #verified: LogLocation | undefined;
  #examining: Promise<void> = Promise.resolve();

  constructor(options: Omit<ProcessDependencies, 'pool'>) {
    this.#options = options;
  }

  /** Tells an operator why nothing may be appended. Undefined if no loss is known. */
  get loss(): string | undefined {
    return this.#loss;
  }

  /** @throws LogLossError */
  beforeAppend(client: Transaction): Promise<void> | undefined {
    return this.#checked.has(client) ? undefined : this.check(client);
  }

  /** Must run outside a transaction. @throws LogLossError */
  async check(client: Transaction): Promise<void> {
    const { connection, service, subjectPrefix } = this.#options;
    const findEvidence = async () => {
      const [manager, stream] = [await createJetStreamManager(connection), eventStreamOf(service, subjectPrefix)];
      const end = await findStreamEnd(manager, stream);
      return end && createStreamEvidence(manager, stream, end);
    };
    const evidence = await findEvidence().catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      // Without NATS it is unknown whether an operator has repaired a reported loss.
      if (this.#loss !== undefined) throw new LogLossError(this.#loss);
      return undefined;
    });
    await this.examine(client, evidence);
    this.#checked.add(client);
  }

  /**
   * Throws if the log lacks events. Raises the epoch of a complete log on a new timeline. Only one examination runs at
   * a time. After a promotion the first one reads many messages, and later ones read none. @throws LogLossError
   */
  examine(client: Transaction, evidence: StreamEvidence | undefined): Promise<void> {
    const examining = this.#examining.then(() => this.#examine(client, evidence));
    this.#examining = examining.catch(() => undefined);
    return examining;
  }

  async #examine(client: Transaction, evidence: StreamEvidence | undefined): Promise<void> {
    const { log, service } = this.#options;
    const home = await readLogLocation(client);
    const loss = await findLogLoss(client, service, { evidence, home, verified: this.#verified });
    this.report(loss);
    if (loss !== undefined) throw new LogLossError(loss);
    if (evidence) this.#verified = home;
    const { isStandby, epoch = null } = (await queryIfReadable<Raised>(client, raiseEpoch)) ?? {};
    if (epoch !== null) log.info({ service, epoch }, 'A standby was promoted: the log goes on in a new epoch');
    // If this standby were promoted before the append, nothing would raise the epoch.
    if (isStandby) throw readOnlyError('it is a standby');
  }

  /** Records and logs a loss, so that every connection is checked again. Undefined ends the loss. */
  report(loss: string | undefined): void {
    if (loss !== undefined) this.#checked = new WeakSet();
    if (loss === this.#loss) return;
    this.#loss = loss;
    const { log, service } = this.#options;
    if (loss === undefined) log.info({ service }, 'The log is whole again: writes go on');
    else log.error({ service }, loss);
  }
}
