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

/** How many events the logs hold, by service; undefined while a service still has something to do by itself. */
const countsWhenSettled = async (
  services: readonly Settling[],
  logs: readonly pg.Pool[],
): Promise<string | undefined> => {
  const ask = ({ settledUrl }: Settling) => fetch(settledUrl).then(({ ok }) => ok);
  const answers = await Promise.all(services.map((service) => ask(service).catch(() => false)));
  if (answers.includes(false)) return undefined;
  const counts = logs.map(async (log) => (await log.query('select count(*)::int as count from events')).rows[0].count);
  return (await Promise.all(counts)).join(' ');
};

/**
 * Resolves when everything that the acts of before lead to has happened: every log is relayed, every consumer has applied its streams, no
 * job is due. Two looks at all services must find them settled with the same logs, because what one passes on another may have yet to get.
 * @throws when that takes longer than `withinMs`
 */
export const untilSettled = async (services: readonly Settling[], withinMs = limitMs): Promise<void> => {
  const logs = services.map(({ databaseUrl }) => new pg.Pool({ connectionString: databaseUrl, max: 1 }));
  // A connection that is lost fails the next question; without a listener it would end the process instead.
  for (const log of logs) log.on('error', () => undefined);
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
    await Promise.all(logs.map((log) => log.end()));
  }
};
