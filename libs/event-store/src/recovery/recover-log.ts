import { relayedTypesOf } from '@hearsay/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import pg from 'pg';
import { differencesOf, type LogHome, readHome } from '../log/log-home.js';
import { isRelayed } from '../relay/is-relayed.js';
import { startRelay } from '../relay/relay.js';
import { ownerConnection } from '../runtime/owner-connection.js';
import { pause } from '../runtime/pause.js';
import type { ProcessDependencies } from '../runtime/process-dependencies.js';
import { inTransaction } from '../runtime/transactions.js';
import { positionText } from '../stream/event-message.js';
import { eventStreamOf, findEnd, streamInfo } from '../stream/event-stream.js';
import { findFork, type LogFork } from './log-fork.js';

/** How long one statement may take: the events behind the fork are moved by one. */
const answerWithinMs = 15 * 60_000;
/** How often it looks whether the stream is filled. */
const lookEveryMs = 200;

export interface LogRecoveryOptions extends Omit<ProcessDependencies, 'log'> {
  /** Of the role that owns the tables: services may only read `store_epoch`. */
  readonly ownerUrl: string;
  readonly print: (line: string) => void;
}

interface StoreRow extends LogHome {
  readonly epoch: number;
}

/**
 * Makes a log that lost its tail, or that was moved, one that can be written and read again. What both the log and its stream hold stays where
 * it is. Everything behind gets a new epoch, so that every reader meets it, however far it had read in what was lost. Then the stream is
 * cleared and filled again. It may be run again whenever it was interrupted.
 */
export const recoverLog = async (options: LogRecoveryOptions): Promise<void> => {
  const { service, subjectPrefix, connection, print } = options;
  const stream = eventStreamOf(service, subjectPrefix);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const owner = new pg.Pool({
    ...ownerConnection(options.ownerUrl, { name: `recover ${service}`, answerWithinMs }),
    max: 1,
  });
  owner.on('error', () => undefined);
  try {
    const home = await readHome(owner);
    const fork = await findFork(owner, manager, stream);
    print(`${service}: ${foundIn(stream.name, fork)}`);
    const { before, epoch, moved } = await raiseEpoch(owner, home, fork);
    const differences = differencesOf(before, home);
    if (differences.length > 0) print(`${service}: the log has another ${differences.join(' and ')} than before`);
    print(
      `${service}: the epoch is ${epoch} now, it was ${before.epoch}; ${moved} events that nobody had read before were moved into it`,
    );
  } finally {
    await owner.end();
  }
  if (await streamInfo(manager, stream)) {
    await manager.streams.purge(stream.name);
    print(`${service}: the stream ${stream.name} was cleared`);
  }
  if (relayedTypesOf(service).length === 0) return;
  await fillStream(options);
  print(
    `${service}: the stream holds ${(await findEnd(manager, stream))?.number ?? 0} events again, all that others read of the log`,
  );
};

const foundIn = (stream: string, fork: LogFork | undefined): string => {
  if (!fork) return `the stream ${stream} is empty and does not show how far others had read`;
  const last = `the log and the stream ${stream} share everything up to ${positionText(fork.after)}`;
  return fork.lost === 0 ? `${last}; nothing is missing` : `${last}; ${fork.lost} events behind it are lost`;
};

/**
 * Positions rise along a log through every move, so they tell which events came behind the fork; transaction ids do not. The first place of
 * the new epoch's transactions is theirs.
 */
const moveBehind = `update events set epoch = $1, txid = '1'
  where (epoch, txid, position) > ($2::int, $3::xid8, $4::bigint) or position > $4::bigint`;

const raiseEpoch = (owner: pg.Pool, home: LogHome, fork: LogFork | undefined) =>
  inTransaction(owner, async (tx) => {
    // Every append reads this table: none goes on meanwhile.
    await tx.query('lock table store_epoch in access exclusive mode');
    const { rows } = await tx.query<StoreRow & { newest: number }>(
      `select epoch, system_identifier as system, timeline, database_oid as database, table_oid as table,
         (select coalesce(max(epoch), 0) from events) as newest from store_epoch`,
    );
    const before = rows[0]!;
    const epoch = Math.max(before.epoch, before.newest, fork?.epoch ?? 0) + 1;
    const { txid, position } = fork?.after ?? {};
    const moved = fork ? (await tx.query(moveBehind, [epoch, fork.after.epoch, txid, position])).rowCount : 0;
    await tx.query(
      'update store_epoch set epoch = $1, system_identifier = $2, timeline = $3, database_oid = $4, table_oid = $5',
      [epoch, home.system, home.timeline, home.database, home.table],
    );
    return { before, epoch, moved: moved ?? 0 };
  });

/** By the relay of the running service, or by one of this program's own. */
const fillStream = async (options: LogRecoveryOptions): Promise<void> => {
  const say = (_details: object, text: string) => options.print(`${options.service}: ${text}`);
  const relay = startRelay({ ...options, log: { info: () => undefined, warn: say, error: say } });
  try {
    while (!(await isRelayed(options))) await pause(lookEveryMs);
  } finally {
    await relay.stop();
  }
};
