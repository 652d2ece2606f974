import pg from 'pg';
import type { Log } from './connections.js';
import { pause } from './pause.js';

const reconnectMs = 500;

export interface LockTimes {
  readonly heartbeatEveryMs: number;
  readonly answerWithinMs: number;
  /** PostgreSQL ends a session that is silent for this time. This time must exceed the sum of the other two. */
  readonly freedAfterMs: number;
}

/** A silent host loses its locks after 3.5 s. Another process notices this at a heartbeat, within five seconds. */
const defaultTimes: LockTimes = { heartbeatEveryMs: 1000, answerWithinMs: 2000, freedAfterMs: 3500 };

/** A group of processes that divide the same keys evenly. */
export interface LockGroup {
  readonly group: string;
  readonly keys: number;
}

export interface HeldLock {
  /** Aborted when the lock's connection is lost. Another process may then hold the lock. */
  readonly lost: AbortSignal;
  /**
   * Aborted when another process should have the lock for its share. The holder must end its work and release the lock.
   */
  readonly recalled: AbortSignal;
  readonly client: pg.ClientBase;
  release(): Promise<void>;
}

interface Connection {
  readonly statements: pg.ClientBase;
  readonly lost: AbortController;
  /** Aborted after the next heartbeat, to wake the calls that wait for it. */
  beat: AbortController;
  /** True while this process has the shared lock by which the other processes of the group count it. */
  isCounted: boolean;
  end(): Promise<void>;
}

/**
 * Counts the other processes of the group. Each holds the same shared lock, which PostgreSQL frees when the process
 * dies.
 */
const heartbeat = `select pg_is_in_recovery() as "isStandby", count(*)::int as others from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;

/**
 * The advisory locks of one process, on a separate connection. It polls, because a statement that waits for a lock
 * would hold a snapshot and so delay every vacuum. By a heartbeat, both sides notice a silently dead connection. The
 * holder stops first, then PostgreSQL frees the locks.
 *
 * Processes that share keys count each other at every heartbeat. The share of a process is the number of keys divided
 * by the number of processes, rounded up. Each process takes locks up to its share, and gives back locks above it. The
 * shares cover all keys, so every free key is taken. Locks only move from processes above their share to processes
 * below it.
 */
export class Locks {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #times: LockTimes;
  readonly #sharing: LockGroup | undefined;
  /** The held locks that are not recalled. The oldest comes first. */
  readonly #kept = new Set<AbortController>();
  /**
   * Keys on which this process cannot work. If this set is not empty, the other processes do not count this process.
   */
  readonly #unfit = new Set<string>();
  #share = Number.POSITIVE_INFINITY;
  #connection: Promise<Connection> | undefined;

  constructor(
    pool: pg.Pool,
    log: Log,
    { sharing, times = defaultTimes }: { sharing?: LockGroup; times?: LockTimes } = {},
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#sharing = sharing;
    this.#times = times;
  }

  /**
   * Waits for a lock, also through outages. Returns undefined when `signal` aborts. Do not ask for a key that this
   * process already holds, because PostgreSQL would grant it again.
   */
  async hold(key: string, signal: AbortSignal): Promise<HeldLock | undefined> {
    while (!signal.aborted) {
      try {
        const connection = await this.#openedConnection();
        const hold = await this.#tryLock(key, connection);
        if (hold) return hold;
        const { beat, lost } = connection;
        await pause(this.#times.freedAfterMs, AbortSignal.any([signal, beat.signal, lost.signal]));
      } catch (error) {
        this.#log.warn({ err: error, lock: key }, 'A lock could not be asked for');
        await pause(reconnectMs, signal);
      }
    }
    return undefined;
  }

  /** Undefined if another process has the lock, or if this process already holds its share. */
  async #tryLock(key: string, { statements, lost, end }: Connection): Promise<HeldLock | undefined> {
    if (this.#kept.size >= this.#share) return undefined;
    const { rows } = await statements.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [key],
    );
    if (!rows[0]?.taken) return undefined;
    const released = new AbortController();
    const recalled = new AbortController();
    const gone = AbortSignal.any([lost.signal, released.signal]);
    const hold = {
      lost: gone,
      recalled: recalled.signal,
      client: statements,
      release: async () => {
        this.#kept.delete(recalled);
        if (gone.aborted) return;
        released.abort();
        await statements.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(end);
      },
    };
    // Several `hold` calls may run at the same time, so the share is checked again.
    if (this.#kept.size >= this.#share) {
      await hold.release();
      return undefined;
    }
    this.#kept.add(recalled);
    return hold;
  }

  /** Sets whether this process can work on a key. If not, the others do not count this process and may take the key. */
  setCanWork(key: string, isFit: boolean): void {
    if (isFit) this.#unfit.delete(key);
    else this.#unfit.add(key);
  }

  /** @returns false if the server is a standby */
  async #heartbeat(connection: Connection): Promise<boolean> {
    const { group, keys } = this.#sharing ?? { group: '', keys: Number.POSITIVE_INFINITY };
    const isFit = this.#sharing !== undefined && this.#unfit.size === 0;
    if (isFit !== connection.isCounted) {
      const change = isFit ? 'pg_try_advisory_lock_shared' : 'pg_advisory_unlock_shared';
      await connection.statements.query(`select ${change}(hashtextextended($1, 0))`, [group]);
      connection.isCounted = isFit;
    }
    const { rows } = await connection.statements.query<{ isStandby: boolean; others: number }>(heartbeat, [group]);
    const { isStandby, others } = rows[0]!;
    this.#share = Math.ceil(keys / (others + 1));
    for (const recalled of [...this.#kept].slice(0, Math.max(0, this.#kept.size - this.#share))) {
      this.#kept.delete(recalled);
      recalled.abort();
    }
    connection.beat.abort();
    connection.beat = new AbortController();
    return !isStandby;
  }

  /** Returns the open connection, or opens a new one. */
  #openedConnection(): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const connecting = this.#connect();
    const forget = () => {
      if (this.#connection === connecting) this.#connection = undefined;
    };
    this.#connection = connecting;
    connecting.then(({ lost }) => {
      lost.signal.addEventListener('abort', forget);
      if (lost.signal.aborted) forget();
    }, forget);
    return connecting;
  }

  async close(): Promise<void> {
    await (await this.#connection?.catch(() => undefined))?.end();
  }

  async #connect(): Promise<Connection> {
    const { answerWithinMs, freedAfterMs } = this.#times;
    const options = this.#pool.options as pg.ClientConfig;
    const client = new pg.Client({
      ...options,
      // The password of a pool's options is not enumerable, so the spread does not copy it.
      ...(options.password !== undefined && { password: options.password }),
      query_timeout: answerWithinMs,
      // The relay, the consumers and the heartbeat share this connection, and no statement waits for earlier answers.
      // The timeout of a statement also covers earlier statements that still run.
      pipeline: true,
      options: `${options.options ?? ''} -c idle_session_timeout=${freedAfterMs}`,
    });
    const lost = new AbortController();
    const drop = () => lost.abort();
    // Closes the connection, which frees its locks. If the heartbeats went on, PostgreSQL would never free them.
    const end = async () => {
      drop();
      await client.end().catch(() => undefined);
    };
    client.on('error', drop);
    client.on('end', drop);
    await client.connect();
    const connection: Connection = { statements: client, lost, beat: new AbortController(), isCounted: false, end };
    await this.#verify(client)
      .then(() => this.#heartbeat(connection))
      .catch(async (error: unknown) => {
        await end();
        throw error;
      });
    void this.#keepBeating(connection);
    return connection;
  }

  /** Calls the pool's `verify` for this connection, because a pool verifies only its own connections. */
  #verify(client: pg.Client): Promise<void> {
    const { verify } = this.#pool.options;
    return new Promise((resolve, reject) => {
      if (!verify) return resolve();
      verify(client as unknown as pg.PoolClient, (error) => (error ? reject(error) : resolve()));
    });
  }

  async #keepBeating(connection: Connection): Promise<void> {
    const { lost, end } = connection;
    for (let isAlive = true; isAlive; ) {
      await pause(this.#times.heartbeatEveryMs, lost.signal);
      if (lost.signal.aborted) return;
      isAlive = await this.#heartbeat(connection).catch(() => false);
    }
    if (!lost.signal.aborted)
      this.#log.warn({}, 'The connection that holds locks does not answer, or leads to a standby: they are given up');
    await end();
  }
}
