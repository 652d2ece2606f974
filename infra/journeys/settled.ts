import { eventually } from '@hearsay/testing';
import pg from 'pg';
import type { System } from '../local/bring-up.ts';
import { databaseServices } from '../local/service-list.ts';
import { untilEverybodyIsReady } from './system.ts';

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
const countsWhenSettled = async (system: System, logs: Logs): Promise<string | undefined> => {
  const answers = await Promise.all(
    databaseServices.map(
      async (service) => (await fetch(`http://127.0.0.1:${system.ports[service]}/health/settled`)).status,
    ),
  );
  if (answers.some((status) => status !== 200)) return undefined;
  const counts = await Promise.all(databaseServices.map((service) => logs.count(system.databaseUrls[service])));
  return counts.join(' ');
};

/**
 * Resolves when everything that the acts of before lead to has happened: every log is relayed, every consumer has applied its streams, no
 * job is due. Two looks at all services must find them settled with the same logs, because what one passes on another may have yet to get.
 */
export const settled = async (system: System, withinMs?: number): Promise<void> => {
  await untilEverybodyIsReady(system);
  const logs = new Logs();
  let before: string | undefined;
  try {
    await eventually(
      'the system has settled',
      async () => {
        const now = await countsWhenSettled(system, logs);
        const isSame = now !== undefined && now === before;
        before = now;
        return isSame;
      },
      withinMs,
    );
  } finally {
    await logs.close();
  }
};
