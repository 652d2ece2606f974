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

// Without this, count(*) and bigint columns arrive as text. Every bigint that we select is far below 2^53.
const int8 = 20;
pg.types.setTypeParser(int8, Number);

/** Further requests are refused at once, as when PostgreSQL has no connection left. */
const maxWaiting = 1000;
const tooManyConnections = '53300';
/** SQLSTATE read_only_sql_transaction. */
const readOnly = '25006';
/** SQLSTATE transaction_resolution_unknown: the wait for the standby took too long. */
const resolutionUnknown = '08007';

const statementTimeoutMs = 5000;
/** Ends a transaction whose client is silent: its locks would block other transactions. */
const idleInTransactionMs = 5000;
/** Longer than a statement may take; after this the client drops the connection. */
const answerWithinMs = 6000;

/** JIT is off, since compiling takes longer than any of our statements. */
const chosenPlans = ['jit=off'];
/**
 * Batches and consumers find each row by its key, however large the table. Generic plans are forced, without methods
 * that look cheap only on small tables. For a group of 200 boosts, the planner would choose to read all boosts.
 */
const keptPlans = [
  'plan_cache_mode=force_generic_plan',
  'jit=off',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
];

/** Bounded, so that connections move to a new server after a failover. */
const lifetimeSeconds = 600;
/** Shorter for reads, whose kept plans may date from an empty table. */
const readLifetimeSeconds = 60;
/** Limits connecting and waiting for a free connection. */
const connectWithinMs = 3000;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** The hosts of `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/NAME`, libpq's form, each as an address of its own. */
export const addressesOf = (url: string): string[] => {
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

  /** Leads later connections of this pool, and of its locks, to the next host. */
  #leave(address: string | undefined, error: unknown): void {
    if (this.options.connectionString !== address) return;
    if (!isConnectionError(error) && (error as { code?: string }).code !== readOnly) return;
    const next = this.#addresses.indexOf(address ?? '') + 1;
    this.options.connectionString = this.#addresses[next % this.#addresses.length];
  }
}

export interface PoolSettings {
  /** May name several hosts. Then the pool connects only to the primary among them. */
  readonly url: string;
  readonly service: string;
  readonly max: number;
  readonly log: Logger;
  /** For statements that find rows by key. Keeps plans, and keeps idle connections open. */
  readonly keepsPlans?: boolean;
  readonly connectWithinMs?: number | undefined;
  /** Connects only to a primary with a synchronous standby. */
  readonly requiresStandby?: boolean;
  /** Is measured on each new connection, since it may lead to another server. */
  readonly clock?: DatabaseClock;
}

/**
 * A pool that survives restarts of PostgreSQL. Both ends drop a silent connection within seconds, and waiting for a
 * free one is limited too. Several statements may be sent on one connection before the first is answered.
 */
export const createPool = (options: PoolSettings): pg.Pool => {
  const settings = [...serverKeepalives, ...(options.keepsPlans ? keptPlans : chosenPlans)];
  const sessions = addressesOf(options.url).map((address) => sessionOf(address, settings));
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
  // The pool listens to idle clients only. A client lost during a transaction would end the process.
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
 * Also measures the clock, since that of this machine may have been set. Closes the connection to a read-only server, so
 * that the next connection may reach its successor.
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
  // A flood of reads does not make a service unready: only the server's own errors count.
  if (pool.waitingCount > 0) return;
  await pool.query('select 1 from events limit 0').catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) throw error;
  });
};

/** Repeated, since a third client may hold the shared session for a moment. */
const comparisons = 5;

/**
 * A pooler in transaction mode shares one session between clients, so its advisory locks do not exclude a second relay.
 * @throws ServerRefusal when two clients share a session. A server that is away does not count.
 */
export const checkSessions = async (pool: pg.Pool): Promise<void> => {
  const clients: pg.PoolClient[] = [];
  const sessionOf = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  try {
    // Sequential, so that the first client is released even if the second is refused.
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

/** @throws ServerRefusal without a synchronous standby that answers. A server that is away does not count. */
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

export const tellOfFewConnections = async (pool: pg.Pool, wanted: number, log: Logger): Promise<void> => {
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
