import { relayedTypesOf } from '@hearsay/contracts';
import type { JetStreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../consumers/checkpoints.js';
import type { Consumer, Projector } from '../consumers/consumer-definitions.js';
import { compareLogPositions, type LogPosition, startOfLog } from '../log/events.js';
import { findLoggedIds } from '../log/log-reader.js';
import { type LogLocation, locationDifferences, readLogLocation, recordedLocationColumns } from '../relay/log-loss.js';
import { isRelayed, Relay } from '../relay/relay.js';
import type { ProcessDependencies } from '../runtime/connections.js';
import { inTransaction, ownerConnection } from '../runtime/connections.js';
import { pause } from '../runtime/pause.js';
import { positionText } from '../stream/event-message.js';
import {
  createJetStreamManager,
  type EventStream,
  eventStreamOf,
  findStreamEnd,
  messagesBackwards,
  streamInfo,
} from '../stream/event-stream.js';

/** A long timeout, because one statement moves all events that the stream lacks. */
const answerWithinMs = 15 * 60_000;
const lookEveryMs = 200;

export interface LogRecoveryOptions extends Omit<ProcessDependencies, 'log'> {
  /** Connects as the owner of the tables, because services may only read `store_epoch`. */
  readonly ownerUrl: string;
  readonly print: (line: string) => void;
}

/**
 * Makes a log writable again after it lost its tail or moved. Events that both the log and its stream have stay in
 * place. Later events of the log get a new epoch. So every consumer reads them, even a consumer that has read lost
 * events. Then the stream is cleared and refilled. An interrupted recovery may be repeated.
 */
export const recoverLog = async (options: LogRecoveryOptions): Promise<void> => {
  const { service, subjectPrefix, connection } = options;
  const print = (text: string) => options.print(`${service}: ${text}`);
  const stream = eventStreamOf(service, subjectPrefix);
  const manager = await createJetStreamManager(connection);
  const owner = new pg.Pool({
    ...ownerConnection(options.ownerUrl, { name: `recover ${service}`, answerWithinMs }),
    max: 1,
  });
  owner.on('error', () => undefined);
  try {
    const home = await readLogLocation(owner);
    const fork = await findFork(owner, manager, stream);
    print(foundIn(stream.name, fork));
    const { before, epoch, moved } = await raiseEpoch(owner, home, fork);
    const differences = locationDifferences(before, home);
    if (differences.length > 0) print(`the log has another ${differences.join(' and ')} than before`);
    print(
      `the epoch is ${epoch} now, it was ${before.epoch}; ${moved} events that nobody had read before were moved into it`,
    );
  } finally {
    await owner.end();
  }
  if (await streamInfo(manager, stream)) {
    await manager.streams.purge(stream.name);
    print(`the stream ${stream.name} was cleared`);
  }
  if (relayedTypesOf(service).length === 0) return;
  await fillStream(options, print);
  print(
    `the stream holds ${(await findStreamEnd(manager, stream))?.number ?? 0} events again, all that others read of the log`,
  );
};

interface LogFork {
  /** The last event that both log and stream have, or the start of the log. */
  readonly after: LogPosition;
  /** The number of later events that only the stream has. They were committed and are lost. */
  readonly lost: number;
  readonly epoch: number;
}

/**
 * Finds the last event that log and stream share. Undefined for an empty stream, which proves nothing about the log.
 */
const findFork = async (
  owner: pg.Pool,
  manager: JetStreamManager,
  stream: EventStream,
): Promise<LogFork | undefined> => {
  let fork: LogFork | undefined;
  for await (const events of messagesBackwards(manager, stream)) {
    const logged = await findLoggedIds(owner, events);
    const last = events.findLast(({ eventId }) => logged.has(eventId));
    fork = {
      after: last?.logPosition ?? startOfLog,
      lost: (fork?.lost ?? 0) + events.length - logged.size,
      epoch: fork?.epoch ?? events.at(-1)!.logPosition.epoch,
    };
    if (last) break;
  }
  return fork;
};

const foundIn = (stream: string, fork: LogFork | undefined): string => {
  if (!fork) return `the stream ${stream} is empty and does not show how far others had read`;
  const last = `the log and the stream ${stream} share everything up to ${positionText(fork.after)}`;
  return fork.lost === 0 ? `${last}; nothing is missing` : `${last}; ${fork.lost} events behind it are lost`;
};

/**
 * Moves the events after the last shared event to the new epoch, with the first transaction id of that epoch. Finds
 * these events by position, because only positions keep rising when a log moves to another server.
 */
const moveBehind = `update events set epoch = $1, txid = '1'
  where (epoch, txid, position) > ($2::int, $3::xid8, $4::bigint) or position > $4::bigint`;

const raiseEpoch = (owner: pg.Pool, home: LogLocation, fork: LogFork | undefined) =>
  inTransaction(owner, async (tx) => {
    // Every append reads this table, so the lock stops all appends.
    await tx.query('lock table store_epoch in access exclusive mode');
    const { rows } = await tx.query<LogLocation & { epoch: number; newest: number }>(
      `select epoch, ${recordedLocationColumns}, (select coalesce(max(epoch), 0) from events) as newest from store_epoch`,
    );
    const before = rows[0]!;
    const epoch = Math.max(before.epoch, before.newest, fork?.epoch ?? 0) + 1;
    const { txid, position } = fork?.after ?? {};
    const moved = fork ? (await tx.query(moveBehind, [epoch, fork.after.epoch, txid, position])).rowCount : 0;
    await tx.query(
      'update store_epoch set epoch = $1, system_identifier = $2, timeline = $3, database_oid = $4, table_oid = $5',
      [epoch, home.server, home.timeline, home.database, home.table],
    );
    return { before, epoch, moved: moved ?? 0 };
  });

const fillStream = async (options: LogRecoveryOptions, print: (text: string) => void): Promise<void> => {
  const say = (_details: object, text: string) => print(text);
  const relay = new Relay({ ...options, log: { info: () => undefined, warn: say, error: say } });
  try {
    while (!(await isRelayed(options))) await pause(lookEveryMs);
  } finally {
    await relay.stop();
  }
};

export interface ConsumerRecoveryOptions extends Omit<ProcessDependencies, 'log'> {
  readonly consumers: readonly Consumer[];
  readonly source: string;
  readonly print: (line: string) => void;
  readonly rebuild: (projector: Projector) => Promise<void>;
}

/**
 * Moves each checkpoint at a lost event back to the last earlier event that the stream has. Rebuilds every projector,
 * because its rows may come from lost events. Results of reactors stay.
 */
export const recoverConsumers = async (options: ConsumerRecoveryOptions): Promise<void> => {
  const { consumers, source, service, print } = options;
  for (const consumer of consumers.filter((each) => each.source === source)) {
    const back = await rewindCheckpoint(options, consumer.name);
    const stands = back
      ? `stood at an event that is lost, goes on behind ${positionText(back)}`
      : 'stands where it stood';
    print(`${service}.${consumer.name}: ${stands}`);
    if (consumer.kind === 'projector') await options.rebuild(consumer);
  }
};

const rewindCheckpoint = async (
  options: ConsumerRecoveryOptions,
  consumer: string,
): Promise<LogPosition | undefined> => {
  const { logPosition } = await readCheckpoint(options.pool, consumer);
  const last = await lastUpTo(options, logPosition);
  if (compareLogPositions(last, logPosition) === 0) return undefined;
  return inTransaction(options.pool, async (tx) => {
    const from = await lockCheckpoint(tx, consumer);
    // The checkpoint has moved since the first read, so the consumer runs and needs no recovery.
    if (compareLogPositions(from.logPosition, logPosition) !== 0) return undefined;
    await moveCheckpoint(tx, consumer, logPosition, { logPosition: last, sequence: 0 });
    return last;
  });
};

const lastUpTo = async (
  { connection, source, subjectPrefix }: ConsumerRecoveryOptions,
  logPosition: LogPosition,
): Promise<LogPosition> => {
  for await (const events of messagesBackwards(
    await createJetStreamManager(connection),
    eventStreamOf(source, subjectPrefix),
  )) {
    const last = events.findLast((event) => compareLogPositions(event.logPosition, logPosition) <= 0);
    if (last) return last.logPosition;
  }
  return startOfLog;
};
