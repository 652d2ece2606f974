import { serverKeepalives, sessionOf } from '@hearsay/event-store';
import pg from 'pg';
import type { Logger } from './logger.js';

// Without this, count(*) and bigint columns arrive as text; every bigint we select is far below 2^53.
const int8 = 20;
pg.types.setTypeParser(int8, Number);

/** Requests that may wait for a connection; beyond it they are refused at once, as when PostgreSQL has none left. */
const maxWaiting = 1000;
const tooManyConnections = '53300';

/** PostgreSQL ends a statement after so many milliseconds. */
const statementTimeoutMs = 5000;
/** And a transaction that hears nothing of its client for so long: its locks would stop everybody else's. */
const idleInTransactionMs = 5000;
/** The client gives a connection up that has not answered for so long; longer than a statement may take. */
const answerWithinMs = 6000;

/**
 * A prepared statement would keep the plan that it got while its table was empty, and go on scanning the table when it has grown: reads are
 * planned anew, for what they ask. Compiling a plan takes longer than any of our statements.
 */
const newPlans = ['plan_cache_mode=force_custom_plan', 'jit=off'];
/**
 * The statements of batches and of consumers find rows by their keys, each once, however large a table is. So their plans are kept, and made
 * without the ways that only a small table makes look cheap: for a group of 200 boosts the planner would read all entries of boosts there are.
 */
const keptPlans = ['plan_cache_mode=force_generic_plan', 'jit=off', 'enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off'];

/** A connection ends after so long, so that none stays with a server that others have left. */
const lifetimeSeconds = 600;
/** A connection may take so long to be made, or to become free. */
const connectWithinMs = 3000;

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool whose queue is bounded. */
class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < maxWaiting) {
      if (!callback) return super.connect();
      super.connect(callback);
      return undefined;
    }
    const refusal = Object.assign(new Error('Too many requests wait for a database connection'), { code: tooManyConnections });
    if (!callback) return Promise.reject(refusal);
    process.nextTick(callback, refusal, undefined, () => undefined);
    return undefined;
  }
}

export interface PoolSettings {
  readonly url: string;
  readonly service: string;
  readonly max: number;
  readonly log: Logger;
  /** For statements that find rows by their keys. */
  readonly keepsPlans?: boolean;
  /** A connection ends after so many seconds, and the plans that it has kept with it. */
  readonly plansAnewAfterSeconds?: number;
  /** Connections are kept however long they are idle. */
  readonly staysOpen?: boolean;
  /** Milliseconds until a connection that is not there is given up. */
  readonly connectWithinMs?: number | undefined;
}

/**
 * A pool that survives restarts of PostgreSQL; its idle clients' errors are logged, not thrown. A connection that has died
 * without a word is given up within seconds, at both ends, and so is the wait for a free one. Several statements may be sent on
 * one connection before the first is answered.
 */
export const createPool = (options: PoolSettings): pg.Pool => {
  const pool = new BoundedPool({
    ...sessionOf(options.url, [...serverKeepalives, ...(options.keepsPlans ? keptPlans : newPlans)]),
    max: options.max,
    application_name: options.service,
    connectionTimeoutMillis: options.connectWithinMs ?? connectWithinMs,
    maxLifetimeSeconds: options.plansAnewAfterSeconds ?? lifetimeSeconds,
    idleTimeoutMillis: options.staysOpen ? 0 : 10_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    pipeline: true,
    keepAliveInitialDelayMillis: 5000,
  });
  // The pool listens to idle clients only: one lost in the middle of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.log.warn({ error: error.message }, 'An idle database connection was lost'));
  return pool;
};

/** Whether the server takes writes. A connection to one that does not is closed, so that the next one may lead to its successor. */
export const takesWrites = async (pool: pg.Pool): Promise<boolean> => {
  const client = await pool.connect();
  let isReadOnly = true;
  try {
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    isReadOnly = rows[0]?.isReadOnly ?? true;
    return !isReadOnly;
  } finally {
    client.release(isReadOnly);
  }
};
