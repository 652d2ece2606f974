import pg from 'pg';
import { say } from '../local/progress.mjs';
import { databaseServices } from '../local/service-list.ts';
import { startSystem } from '../local/system.ts';

export type System = Awaited<ReturnType<typeof startSystem>>;
export type RegisterCleanup = (close: () => unknown) => void;

/** Pids of all processes of the system except this one, which supervises the servers. */
export const serverPids = (system: System): Record<string, number> => {
  const { supervisor: _bench, ...servers } = system.pids;
  return servers;
};

let stopRunning = async () => {};
export const stopSystem = (): Promise<void> => stopRunning();

/**
 * Starts a durable system for `work`, stops it in any case, and deletes its folder unless `home` names one.
 * HEARSAY_BENCH_ROOT is the folder of another built checkout to measure.
 */
export const withSystem = async <T>(
  work: (system: System, atEnd: RegisterCleanup) => Promise<T>,
  home?: string,
): Promise<T> => {
  say('Starting the whole system …');
  const root = process.env.HEARSAY_BENCH_ROOT;
  const where = { ...(home && { dataDir: home }), ...(root && { root }) };
  const closers: (() => unknown)[] = [];
  let stopServers = async () => {};
  const onStoppable = (stop: () => Promise<void>) => {
    stopServers = stop;
  };
  stopRunning = async () => {
    await Promise.allSettled(closers.splice(0).map((close) => close()));
    await stopServers();
  };
  try {
    const system = await startSystem({ durable: true, log: say, onStoppable, ...where });
    return await work(system, (close) => closers.push(close));
  } finally {
    await stopRunning();
  }
};

const lagGauges = /^(?:hearsay_relay_lag_events|hearsay_consumer_lag_events)(?:\{[^}]*\})? (\d+)/gm;

const lagOf = async (port: number | undefined): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return [...text.matchAll(lagGauges)].reduce((sum, [, events]) => sum + Number(events), 0);
};

/**
 * Resolves when relays and consumers are at most `most` events behind. Checks twice, because an event can cause further
 * events.
 */
export const untilCaughtUp = async (system: System, { most = 0, withinMs = 120_000 } = {}): Promise<void> => {
  const until = performance.now() + withinMs;
  for (let looks = 0; looks < 2; ) {
    const lags = await Promise.all(databaseServices.map((service) => lagOf(system.ports[service])));
    looks = lags.reduce((sum, lag) => sum + lag, 0) <= most ? looks + 1 : 0;
    if (performance.now() > until)
      throw new Error(`Still behind after ${withinMs / 1000} s: ${lags.join(', ')} events`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

export const databaseUrl = (system: System, database: string): string =>
  Object.assign(new URL(system.databaseAdminUrl), { pathname: `/${database}` }).href;

export const withDatabase = async <T>(
  system: System,
  service: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: databaseUrl(system, `hearsay_${service}`) });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Application names of PostgreSQL's connections by backend pid. Leaves out unnamed ones and its own. */
export const backendNames = (system: System): Promise<ReadonlyMap<number, string>> =>
  withDatabase(system, 'engagement', async (client) => {
    const { rows } = await client.query<{ pid: number; application_name: string }>(
      `select pid, application_name from pg_stat_activity where application_name <> '' and pid <> pg_backend_pid()`,
    );
    return new Map(rows.map(({ pid, application_name }) => [pid, application_name]));
  });
