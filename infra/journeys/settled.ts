import { eventually } from '@hearsay/testing';
import pg from 'pg';
import type { System } from '../local/bring-up.ts';
import { databaseServices } from '../local/service-list.ts';
import { untilEverybodyIsReady } from './system.ts';

const eventCount = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from events');
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
};

/** How many events the logs hold, by service; undefined while a service still has something to do by itself. */
const countsWhenSettled = async (system: System): Promise<string | undefined> => {
  const answers = await Promise.all(
    databaseServices.map(async (service) => (await fetch(`http://127.0.0.1:${system.ports[service]}/health/settled`)).status),
  );
  if (answers.some((status) => status !== 200)) return undefined;
  const counts = await Promise.all(databaseServices.map((service) => eventCount(system.databaseUrls[service])));
  return counts.join(' ');
};

/**
 * Resolves when everything that the acts of before lead to has happened: every log is relayed, every consumer has applied its streams, no
 * job is due. Two looks at all services must find them settled with the same logs, because what one passes on another may have yet to get.
 */
export const settled = async (system: System): Promise<void> => {
  await untilEverybodyIsReady(system);
  let before: string | undefined;
  await eventually('the system has settled', async () => {
    const now = await countsWhenSettled(system);
    const isSame = now !== undefined && now === before;
    before = now;
    return isSame;
  });
};
