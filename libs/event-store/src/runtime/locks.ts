import pg from 'pg';
import type { Transaction } from '../log/events.js';
import type { Log } from './logger.js';
import { oneAtATime } from './one-at-a-time.js';
import { pause } from './pause.js';

/** The pause before a lock that somebody else holds is asked for again. */
const askAgainMs = 500;

export interface LockTimes {
  /** How often the connection is shown to be alive, in milliseconds. */
  readonly heartbeatEveryMs: number;
  /** Without an answer for so long the connection is given up, and with it every lock. */
  readonly answerWithinMs: number;
  /** PostgreSQL ends a session that it has not heard of for so long: longer than both of the above together. */
  readonly freedAfterMs: number;
}

const defaultTimes: LockTimes = { heartbeatEveryMs: 1000, answerWithinMs: 5000, freedAfterMs: 10_000 };

export interface Hold {
  /** Aborted when the connection that holds the lock is gone: somebody else may hold it by now. */
  readonly lost: AbortSignal;
  /** The connection that holds the lock; what is done through it ends with it. */
  readonly client: Transaction;
  release(): Promise<void>;
}

interface Connection {
  readonly client: pg.Client;
  /** The heartbeat, whoever asks for a lock and whoever works through one share the connection. */
  readonly statements: Transaction;
}

/**
 * Advisory locks of one process on one connection of their own. Waiting is done by asking again: a statement that waits for
 * a lock would hold a snapshot, and with it every vacuum, for as long as it waits. A heartbeat in both directions ends a
 * connection that neither end has seen closed: the holder stops first, then PostgreSQL frees the locks.
 */
export class Locks {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #times: LockTimes;
  readonly #held = new Map<string, AbortController>();
  #connection: Promise<Connection> | undefined;
  #isClosed = false;

  constructor(pool: pg.Pool, log: Log, times: LockTimes = defaultTimes) {
    this.#pool = pool;
    this.#log = log;
    this.#times = times;
  }

  /** Resolves when this process holds the lock, undefined when `signal` ended the wait. Outages are waited out. */
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
    if (this.#held.has(key)) return undefined;
    const connection = await this.#connected();
    const { rows } = await connection.statements.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [key],
    );
    if (!rows[0]?.taken) return undefined;
    const lost = new AbortController();
    this.#held.set(key, lost);
    return {
      lost: lost.signal,
      client: connection.statements,
      release: async () => {
        if (this.#held.get(key) !== lost) return;
        this.#held.delete(key);
        lost.abort();
        await connection.statements
          .query('select pg_advisory_unlock(hashtextextended($1, 0))', [key])
          .catch(() => this.#giveUp(connection.client));
      },
    };
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = await this.#connection?.catch(() => undefined);
    this.#drop(connection?.client);
    await connection?.client.end().catch(() => undefined);
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    const { answerWithinMs, freedAfterMs } = this.#times;
    const options = this.#pool.options as pg.ClientConfig;
    const client = new pg.Client({
      ...options,
      // Not enumerable in the options of a pool.
      ...(options.password !== undefined && { password: options.password }),
      query_timeout: answerWithinMs,
      options: `${options.options ?? ''} -c idle_session_timeout=${freedAfterMs}`,
    });
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    await client.connect();
    const connection = { client, statements: oneAtATime(client) };
    void this.#beat(connection);
    return connection;
  }

  /** Until the connection ends, or does not answer any more. */
  async #beat({ client, statements }: Connection): Promise<void> {
    const ended = new AbortController();
    client.once('end', () => ended.abort());
    while (!ended.signal.aborted) {
      await pause(this.#times.heartbeatEveryMs, ended.signal);
      if (ended.signal.aborted) return;
      try {
        const { rows } = await statements.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
        if (!rows[0]?.isStandby) continue;
        this.#log.warn({}, 'The connection that holds locks leads to a standby: they are given up');
        await this.#giveUp(client);
        return;
      } catch (error) {
        // A heartbeat may meet a connection that is being closed and has not ended yet.
        const isMissed = !ended.signal.aborted && !this.#isClosed;
        if (isMissed)
          this.#log.warn({ err: error }, 'The connection that holds locks does not answer: they are given up');
        await this.#giveUp(client);
        return;
      }
    }
  }

  /** The connection ends with it: one that went on beating would hold what was locked through it for ever. */
  async #giveUp(client: pg.Client): Promise<void> {
    this.#drop(client);
    await client.end().catch(() => undefined);
  }

  #drop(client: pg.Client | undefined): void {
    void this.#connection?.then(
      (current) => {
        if (current.client === client) this.#forget();
      },
      () => undefined,
    );
  }

  #forget(): void {
    this.#connection = undefined;
    for (const lost of this.#held.values()) lost.abort();
    this.#held.clear();
  }
}
