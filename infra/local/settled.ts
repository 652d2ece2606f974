import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseService, databaseServices } from './service-list.ts';

/** A service that may have something to do by itself. */
export interface Settling {
  /** Answers 200 when it has nothing to do. */
  readonly settledUrl: string;
  readonly databaseUrl: string;
}

/** What `untilSettled` asks of the services of a system. */
export const settlingOf = (system: {
  readonly ports: Readonly<Record<string, number>>;
  readonly databaseUrls: Readonly<Record<DatabaseService, string>>;
}): Settling[] =>
  databaseServices.map((service) => ({
    settledUrl: `http://127.0.0.1:${system.ports[service]}/health/settled`,
    databaseUrl: system.databaseUrls[service],
  }));

/** Far above what a busy machine needs: it only ends what would wait for ever. */
const limitMs = 300_000;
/** The pause between two looks: a part of the time that has passed, within these bounds. Looking takes the processor from what is waited for. */
const pauses = { part: 0.05, shortestMs: 10, longestMs: 250 };

/** Connections to all logs, each opened when it is first wanted: to open one takes longer than all that is asked of it. */
class Logs {
  readonly #clients = new Map<string, pg.Client>();

  async count(url: string): Promise<number> {
    const client = this.#clients.get(url) ?? (await this.#open(url));
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from events');
    return rows[0]?.count ?? 0;
  }

  async #open(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    // A connection that is lost fails the next question; without a listener it would end the process instead.
    client.on('error', () => undefined);
    await client.connect();
    this.#clients.set(url, client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.end()));
  }
}

/** How many events the logs hold, by service; undefined while a service still has something to do by itself. */
const countsWhenSettled = async (services: readonly Settling[], logs: Logs): Promise<string | undefined> => {
  const statuses = await Promise.all(
    services.map(({ settledUrl }) =>
      fetch(settledUrl).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
  if (statuses.some((status) => status !== 200)) return undefined;
  return (await Promise.all(services.map(({ databaseUrl }) => logs.count(databaseUrl)))).join(' ');
};

/**
 * Resolves when everything that the acts of before lead to has happened: every log is relayed, every consumer has applied its streams, no
 * job is due. Two looks at all services must find them settled with the same logs, because what one passes on another may have yet to get.
 * @throws when that takes longer than `withinMs`
 */
export const untilSettled = async (services: readonly Settling[], withinMs = limitMs): Promise<void> => {
  const logs = new Logs();
  const from = performance.now();
  let before: string | undefined;
  try {
    for (;;) {
      const now = await countsWhenSettled(services, logs);
      if (now !== undefined && now === before) return;
      before = now;
      const waitedMs = performance.now() - from;
      if (waitedMs > withinMs) throw new Error(`The system has not settled within ${withinMs} ms`);
      await pause(Math.min(Math.max(waitedMs * pauses.part, pauses.shortestMs), pauses.longestMs));
    }
  } finally {
    await logs.close();
  }
};
