import {
  awaitStandby,
  checkPrimary,
  isConnectionError,
  serverKeepalives,
  sessionName,
  sessionOf,
} from '@hearsay/event-store';
import pg from 'pg';
import type { DatabaseClock } from './database-clock.js';
import type { Logger } from './logger.js';
import { ServerRefusal } from './server-refusals.js';

// By default count(*) and bigint columns are returned as text. Every bigint that we select is far below 2^53.
const int8 = 20;
pg.types.setTypeParser(int8, Number);

/** If this many requests wait for a connection, further requests are refused at once. */
const maxWaiting = 1000;
const tooManyConnections = '53300';
/** SQLSTATE of a write on a read-only server (read_only_sql_transaction). */
const readOnly = '25006';
/** SQLSTATE after too long a wait for the standby (transaction_resolution_unknown). */
const resolutionUnknown = '08007';

const statementTimeoutMs = 5000;
/** PostgreSQL ends a transaction whose client is silent for this time, because its locks block other transactions. */
const idleInTransactionMs = 5000;
/** The client drops a connection that gives no answer for this time. It is longer than the statement timeout. */
const answerWithinMs = 6000;

/** Settings for reads. JIT is off, because compilation takes longer than any of our statements. */
const chosenPlans = ['jit=off'];
/**
 * Settings for batches and consumers, which must find each row by its key in any size of table. They force generic
 * plans, without methods that are cheap only on small tables. Without these settings, the planner would read all boosts
 * for a group of 200 boosts.
 */
const keptPlans = [
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];

/** The maximum age of a connection. Because of this limit, all connections move to the new server after a failover. */
const lifetimeSeconds = 600;
/** Read connections are closed earlier, because their kept plans may have been made for an empty table. */
const readLifetimeSeconds = 60;
/** Time limit for a new connection, and for the wait for a free one. */
const connectWithinMs = 3000;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Splits libpq's form `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME` into one URL for each host. */
export const urlsByHost = (url: string): string[] => {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
};

class ServicePool extends pg.Pool {
  readonly #addresses: readonly string[];

  constructor(addresses: readonly string[], options: pg.PoolConfig) {
    super({ ...options, connectionString: addresses[0] });
    this.#addresses = addresses;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount < maxWaiting) {
      const address = this.options.connectionString;
      const leave = (error: unknown) => this.#leave(address, error);
      if (!callback) {
        const connecting = super.connect();
        connecting.catch(leave);
        return connecting;
      }
      super.connect((error, client, done) => {
        if (error) leave(error);
        callback(error, client, done);
      });
      return undefined;
    }
    const refusal = Object.assign(new Error('Too many requests wait for a database connection'), {
      code: tooManyConnections,
    });
    if (!callback) return Promise.reject(refusal);
    process.nextTick(callback, refusal, undefined, () => undefined);
    return undefined;
  }

  /** After an error, makes later connections of this pool and of its locks use the next host. */
  #leave(address: string | undefined, error: unknown): void {
    if (this.options.connectionString !== address) return;
    if (!isConnectionError(error) && (error as { code?: string }).code !== readOnly) return;
    const next = this.#addresses.indexOf(address ?? '') + 1;
    this.options.connectionString = this.#addresses[next % this.#addresses.length];
  }
}

export interface PoolSettings {
  /** The URL may have several hosts. Then the pool connects only to the primary among them. */
  readonly url: string;
  readonly service: string;
  readonly max: number;
  readonly log: Logger;
  /** True for statements that find rows by key. The pool then keeps plans, and keeps idle connections open. */
  readonly keepsPlans?: boolean;
  readonly connectWithinMs?: number | undefined;
  /** If true, the pool connects only to a primary with a synchronous standby. */
  readonly requiresStandby?: boolean;
  /** Measured on each new connection, because the connection may lead to another server. */
  readonly clock?: DatabaseClock;
}

/**
 * A pool that survives restarts of PostgreSQL. Both ends drop a silent connection within seconds, and the wait for a
 * free connection is limited too. Several statements may be sent on one connection before the first is answered.
 */
export const createPool = (options: PoolSettings): pg.Pool => {
  const settings = [...serverKeepalives, ...(options.keepsPlans ? keptPlans : chosenPlans)];
  const sessions = urlsByHost(options.url).map((address) => sessionOf(address, settings));
  const refusesStandby = sessions.length > 1;
  const addresses = sessions.map(({ connectionString }) => connectionString);
  const pool = new ServicePool(addresses, {
    ...sessions[0],
    max: options.max,
    application_name: sessionName(options.service),
    connectionTimeoutMillis: options.connectWithinMs ?? connectWithinMs,
    maxLifetimeSeconds: options.keepsPlans ? lifetimeSeconds : readLifetimeSeconds,
    idleTimeoutMillis: options.keepsPlans ? 0 : 10_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    pipeline: true,
    keepAliveInitialDelayMillis: 5000,
    verify: (client, done) => {
      const verifying = checkPrimary(client, { ...options, refusesStandby }).then(() => options.clock?.measure(client));
      void verifying.then(() => done(), done);
    },
  });
  // The pool listens only to idle clients. Without a listener, a lost client in a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.log.debug({ error: error.message }, 'An idle database connection was lost'));
  return pool;
};

interface CheckedDatabase {
  readonly pipelinePool: pg.Pool;
  readonly pool: pg.Pool;
  readonly clock?: DatabaseClock;
}

/**
 * Checks for readiness that PostgreSQL accepts writes. Also measures the clock again, because this machine's clock may
 * have been set. Closes the connection to a read-only server, so that the next connection may reach another server.
 */
export const checkDatabase = async ({ pipelinePool, pool, clock }: CheckedDatabase): Promise<void> => {
  const client = await pipelinePool.connect();
  let isReadOnly = false;
  try {
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    );
    isReadOnly = rows[0]?.isReadOnly ?? true;
    if (isReadOnly) throw Object.assign(new Error('the server takes no writes'), { code: readOnly });
    await clock?.measure(client);
  } finally {
    client.release(isReadOnly);
  }
  // A service is also ready while many reads wait for a connection. Only errors of the server count.
  if (pool.waitingCount > 0) return;
  await pool.query('select 1 from events limit 0').catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) throw error;
  });
};

/** The comparison is repeated, because a third client may hold the shared session for a moment. */
const comparisons = 5;

/**
 * Refuses a connection pooler in transaction mode. Its clients share sessions, so advisory locks would not exclude a
 * second relay. @throws ServerRefusal if two clients share a session, but not if the server is away
 */
export const checkSessions = async (pool: pg.Pool): Promise<void> => {
  const clients: pg.PoolClient[] = [];
  const sessionOf = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    // Connects one client after the other, so that the first is released even if the second connection fails.
    for (let count = 0; count < 2; count += 1) clients.push(await pool.connect());
    for (let round = 0; round < comparisons; round += 1) {
      if ((await sessionOf(clients[0]!)) !== (await sessionOf(clients[1]!))) continue;
      throw new ServerRefusal(
        'PostgreSQL',
        new Error('it is a pooler that gives one session to several clients, so it holds no locks'),
      );
    }
  } catch (error) {
    if (error instanceof ServerRefusal) throw error;
  } finally {
    for (const client of clients) client.release();
  }
};

/** @throws ServerRefusal if no synchronous standby answers, but not if the server is away */
export const checkStandby = async (pool: pg.Pool): Promise<void> => {
  try {
    const client = await pool.connect();
    await awaitStandby(client, statementTimeoutMs).finally(() => client.release());
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === readOnly) throw new ServerRefusal('PostgreSQL', error);
    if (code === resolutionUnknown)
      throw new ServerRefusal('PostgreSQL', new Error('its synchronous standby does not answer'));
  }
};

export const warnOfFewConnections = async (pool: pg.Pool, wanted: number, log: Logger): Promise<void> => {
  const { rows } = await pool
    .query<{ allowed: number }>(
      `select sum(case name when 'max_connections' then setting::int else -setting::int end)::int as allowed from pg_settings
       where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    )
    .catch(() => ({ rows: [] }));
  const allowed = rows[0]?.allowed ?? wanted;
  if (allowed >= wanted) return;
  log.warn(
    { server: 'PostgreSQL', variable: 'DATABASE_URL', allowed, wanted },
    `PostgreSQL at DATABASE_URL lets in ${allowed} connections, and this process may open ${wanted}. Raise max_connections, or lower DATABASE_POOL_SIZE.`,
  );
};
