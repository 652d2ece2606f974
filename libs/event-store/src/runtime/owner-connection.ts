import type pg from 'pg';
import { sessionOf } from './session-settings.js';

/**
 * How PostgreSQL finds out that a client is gone without a word: probes after 5 s of silence, three of them, and the same for
 * data that nobody confirms. (On a socket of the same host they mean nothing and do no harm.)
 */
export const serverKeepalives: readonly string[] = [
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
];

/** How long the owner's connection may take to be made, in milliseconds. */
const connectWithinMs = 10_000;

/**
 * A connection of the role that owns the tables, for migrations and rebuilds. Neither end waits for ever for one that has died without a
 * word: a statement that is not answered within `answerWithinMs` fails, as an outage does, and the server frees its locks.
 */
export const ownerConnection = (url: string, options: { name: string; answerWithinMs: number }): pg.ClientConfig => ({
  ...sessionOf(url, serverKeepalives),
  application_name: options.name,
  connectionTimeoutMillis: connectWithinMs,
  query_timeout: options.answerWithinMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
});
