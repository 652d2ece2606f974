import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseService, databaseServices } from './service-list.ts';

export interface Settling {
  /** Answers 200 when the service has nothing to do. */
  readonly settledUrl: string;
  readonly databaseUrl: string;
}

export const settlingOf = (system: {
  readonly ports: Readonly<Record<string, number>>;
  readonly databaseUrls: Readonly<Record<DatabaseService, string>>;
}): Settling[] =>
  databaseServices.map((service) => ({
    settledUrl: `http://127.0.0.1:${system.ports[service]}/health/settled`,
    databaseUrl: system.databaseUrls[service],
  }));

const limitMs = 300_000;
/** A part of the elapsed time within these bounds, because polling takes processor time from the work. */
const pauses = { part: 0.05, shortestMs: 10, longestMs: 250 };

/** Events per log, or undefined while a service has work. */
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
 * Resolves when logs are relayed, streams are applied and no job is due. Two checks must find equal logs, because an
 * event of one service may not have reached the next.
 * @throws when that takes longer than `withinMs`
 */
export const untilSettled = async (services: readonly Settling[], withinMs = limitMs): Promise<void> => {
  const logs = services.map(({ databaseUrl }) => new pg.Pool({ connectionString: databaseUrl, max: 1 }));
  // A lost connection fails the next query. Without a listener it would end the process.
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
