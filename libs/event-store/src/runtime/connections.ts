import type { NatsConnection } from '@nats-io/nats-core';
import pg from 'pg';
import { runCommit } from './commits.js';
import { isConnectionError, isReadOnlyError } from './failures.js';

// By default an instant is returned as a Date. Contracts contain it as text.
const timestamptz = 1184;
const parseInstant = pg.types.getTypeParser(timestamptz);
pg.types.setTypeParser(timestamptz, (text) => {
  const at: Date | number = parseInstant(text);
  return typeof at === 'number' ? text : at.toISOString();
});

export type Transaction = Pick<pg.ClientBase, 'query'>;

export interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

export interface ProcessDependencies {
  readonly pool: pg.Pool;
  readonly connection: NatsConnection;
  readonly service: string;
  readonly subjectPrefix: string;
  readonly log: Log;
}

/** Settings of every session. Databases may have other defaults, and the driver cannot parse other date styles. */
const ownSettings = [
  'DateStyle=ISO,MDY',
  'IntervalStyle=postgres',
  'TimeZone=UTC',
  'extra_float_digits=1',
  'bytea_output=hex',
  'default_transaction_isolation=read\\ committed',
];

/** Keeps options of the URL, such as a search path. Our settings come last, so they take precedence. */
export const sessionOf = (
  url: string,
  settings: readonly string[] = [],
): { connectionString: string; options: string } => {
  const own = [...ownSettings, ...settings].map((setting) => `-c ${setting}`).join(' ');
  const address = new URL(url);
  const given = address.searchParams.get('options');
  if (given === null) return { connectionString: url, options: own };
  // Without these values, the driver would use the options in the URL instead of ours.
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${given} ${own}` };
};

/**
 * Makes PostgreSQL drop a client after three unanswered probes, or when data is unacknowledged for 10 s. It has no
 * effect on Unix sockets.
 */
export const serverKeepalives: readonly string[] = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

/** A connection as the tables' owner. If it dies silently, the statement fails and the server frees its locks. */
export const ownerConnection = (url: string, options: { name: string; answerWithinMs: number }): pg.ClientConfig => ({
  ...sessionOf(url, serverKeepalives),
  application_name: options.name,
  connectionTimeoutMillis: 10_000,
  query_timeout: options.answerWithinMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
});

/**
 * Runs work in a transaction. After an error in the commit, the caller must read whether the transaction took effect.
 */
export const inTransaction = async <T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await runCommit(client, 'commit');
    return result;
  } catch (error) {
    // Sends no rollback on a dead connection, because the rollback would only wait for another timeout.
    if (isConnectionError(error) || isReadOnlyError(error)) broken = error as Error;
    else await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
};
