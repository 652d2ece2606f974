import pg from 'pg';
import type { Log } from './logger.js';
import { pause } from './pause.js';

/** How often a lock that somebody else holds is asked for. */
const askAgainMs = 500;

export interface Hold {
  /** Aborted when the connection that holds the lock is gone: somebody else may hold it by now. */
  readonly lost: AbortSignal;
  /** The connection that holds the lock; what is done through it ends with it. */
  readonly client: pg.Client;
  release(): Promise<void>;
}

/**
 * Advisory locks of one process on one connection of their own. Waiting is done by asking again: a statement that waits for
 * a lock would hold a snapshot, and with it every vacuum, for as long as it waits.
 */
export class Locks {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #held = new Map<string, AbortController>();
  #client: Promise<pg.Client> | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
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
    const client = await this.#connected();
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [key]);
    if (!rows[0]?.taken) return undefined;
    const lost = new AbortController();
    this.#held.set(key, lost);
    return {
      lost: lost.signal,
      client,
      release: async () => {
        if (this.#held.get(key) !== lost) return;
        this.#held.delete(key);
        lost.abort();
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(() => this.#drop(client));
      },
    };
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#drop(client);
    await client?.end().catch(() => undefined);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#pool.options as pg.ClientConfig);
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    await client.connect();
    return client;
  }

  #drop(client: pg.Client | undefined): void {
    void this.#client?.then(
      (current) => {
        if (current === client) this.#forget();
      },
      () => undefined,
    );
  }

  #forget(): void {
    this.#client = undefined;
    for (const lost of this.#held.values()) lost.abort();
    this.#held.clear();
  }
}
