import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import { runCommit } from './commits.js';
import { isConnectionError, isReadOnly } from './failures.js';

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

/** Databases and roles may have other defaults, and the driver cannot parse dates in another style. */
const ownSettings = [
  'DateStyle=ISO,MDY',
  'IntervalStyle=postgres',
  'TimeZone=UTC',
  'extra_float_digits=1',
  'bytea_output=hex',
  'default_transaction_isolation=read\\ committed',
];

/** Keeps options of the URL, such as a search path. Ours follow them and win. */
export const sessionOf = (
  url: string,
  settings: readonly string[] = [],
): { connectionString: string; options: string } => {
  const own = [...ownSettings, ...settings].map((setting) => `-c ${setting}`).join(' ');
  const address = new URL(url);
  const given = address.searchParams.get('options');
  if (given === null) return { connectionString: url, options: own };
  // The driver would prefer the URL's options to these.
  address.searchParams.delete('options');
  return { connectionString: address.href, options: `${given} ${own}` };
};

/**
 * PostgreSQL drops a client after three unanswered probes, or when sent data stays unacknowledged for 10 s. No effect on
 * Unix sockets.
 */
export const serverKeepalives: readonly string[] = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

/** Both ends notice a silently dead connection: the statement fails as an outage, and the server frees its locks. */
export const ownerConnection = (url: string, options: { name: string; answerWithinMs: number }): pg.ClientConfig => ({
  ...sessionOf(url, serverKeepalives),
  application_name: options.name,
  connectionTimeoutMillis: 10_000,
  query_timeout: options.answerWithinMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
});

/** The commit's answer, or the standby's, may be lost. The caller then reads whether it took effect. */
export const inTransaction = async <T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await runCommit(client, 'commit');
    return result;
  } catch (error) {
    // A statement on a dead connection would only wait for another timeout.
    if (isConnectionError(error) || isReadOnly(error)) broken = error as Error;
    else await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
};
