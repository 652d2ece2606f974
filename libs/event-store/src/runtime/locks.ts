import pg from 'pg';
import type { Log } from './connections.js';
import { pause } from './pause.js';

const askAgainMs = 500;

export interface LockTimes {
  /** In milliseconds, like `answerWithinMs` and `freedAfterMs`. */
  readonly heartbeatEveryMs: number;
  readonly answerWithinMs: number;
  /** PostgreSQL ends a session that is silent for this long. It must exceed the sum of the other two times. */
  readonly freedAfterMs: number;
}

const defaultTimes: LockTimes = { heartbeatEveryMs: 1000, answerWithinMs: 5000, freedAfterMs: 10_000 };

export interface Hold {
  /** Aborted when the lock's connection is gone. Another process may then hold the lock. */
  readonly lost: AbortSignal;
  readonly client: pg.ClientBase;
  release(): Promise<void>;
}

interface Connection {
  readonly statements: pg.ClientBase;
  readonly lost: AbortController;
  end(): Promise<void>;
}

/**
 * The advisory locks of one process, on a separate connection. It polls: a statement that waits for a lock would hold a
 * snapshot and so delay every vacuum. A heartbeat detects a silently dead connection on both sides: the holder stops
 * first, then PostgreSQL frees the locks.
 */
export class Locks {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #times: LockTimes;
  #connection: Promise<Connection> | undefined;

  constructor(pool: pg.Pool, log: Log, times: LockTimes = defaultTimes) {
    this.#pool = pool;
    this.#log = log;
    this.#times = times;
  }

  /**
   * Waits for a lock, also through outages; undefined when `signal` aborts. Do not ask for a key that this process
   * already holds: PostgreSQL would grant it again.
   */
  async hold(key: string, signal: AbortSignal): Promise<Hold | undefined> {
    while (!signal.aborted) {
      try {
        const hold = await this.#take(key);
        if (hold) return hold;
      } catch (error) {
        this.#log.warn({ err: error, lock: key }, 'A lock could not be asked for');
      }
      await pause(askAgainMs, signal);
    }
    return undefined;
  }

  async #take(key: string): Promise<Hold | undefined> {
    const { statements, lost, end } = await this.#connected();
    const { rows } = await statements.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [key],
    );
    if (!rows[0]?.taken) return undefined;
    const released = new AbortController();
    const gone = AbortSignal.any([lost.signal, released.signal]);
    return {
      lost: gone,
      client: statements,
      release: async () => {
        if (gone.aborted) return;
        released.abort();
        await statements.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(end);
      },
    };
  }

  /** Forgets a lost or failed connection, unless the next one has already replaced it. */
  #connected(): Promise<Connection> {
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
      // A spread omits the password, which is not enumerable in a pool's options.
      ...(options.password !== undefined && { password: options.password }),
      query_timeout: answerWithinMs,
      // The relay, the consumers and the heartbeat send statements at the same time. The timeout of each also counts
      // while an earlier one runs.
      pipeline: true,
      options: `${options.options ?? ''} -c idle_session_timeout=${freedAfterMs}`,
    });
    const lost = new AbortController();
    const drop = () => lost.abort();
    // The connection ends with its locks. If the heartbeat continued, PostgreSQL would never free them.
    const end = async () => {
      drop();
      await client.end().catch(() => undefined);
    };
    client.on('error', drop);
    client.on('end', drop);
    await client.connect();
    await this.#verify(client).catch(async (error: unknown) => {
      await end();
      throw error;
    });
    const connection = { statements: client, lost, end };
    void this.#beat(connection);
    return connection;
  }

  /** A pool verifies its own connections only. */
  #verify(client: pg.Client): Promise<void> {
    const { verify } = this.#pool.options;
    return new Promise((resolve, reject) => {
      if (!verify) return resolve();
      verify(client as unknown as pg.PoolClient, (error) => (error ? reject(error) : resolve()));
    });
  }

  async #beat({ statements, lost, end }: Connection): Promise<void> {
    for (let isAlive = true; isAlive; ) {
      await pause(this.#times.heartbeatEveryMs, lost.signal);
      if (lost.signal.aborted) return;
      const beat = statements.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
      isAlive = await beat.then(
        ({ rows }) => !rows[0]?.isStandby,
        () => false,
      );
    }
    if (!lost.signal.aborted)
      this.#log.warn({}, 'The connection that holds locks does not answer, or leads to a standby: they are given up');
    await end();
  }
}
