import type pg from 'pg';
import { pause } from '../runtime/pause.js';

/** How often the server is asked. */
const askEveryMs = 5000;

export interface HorizonMetrics {
  readonly oldestXmin: { set(seconds: number): void };
}

export interface HorizonWatch {
  stop(): Promise<void>;
}

/**
 * Shows for how many seconds the oldest running transaction of the PostgreSQL server has been seen to be the oldest: so long it has held
 * back every reader of every log there. Zero when none runs, none has ended since the oldest began (so that nothing waits for it), or it is
 * another one each time. Outages are waited out.
 */
export const watchHorizon = (options: { pool: pg.Pool; metrics: HorizonMetrics; everyMs?: number }): HorizonWatch => {
  const stopping = new AbortController();
  const watching = watch(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
};

const watch = async (
  { pool, metrics, everyMs = askEveryMs }: { pool: pg.Pool; metrics: HorizonMetrics; everyMs?: number },
  signal: AbortSignal,
): Promise<void> => {
  let oldest = { xmin: '', since: 0 };
  while (!signal.aborted) {
    const now = performance.now();
    try {
      const xmin = await oldestRunning(pool);
      if (xmin !== oldest.xmin) oldest = { xmin: xmin ?? '', since: now };
      metrics.oldestXmin.set(xmin === undefined ? 0 : (now - oldest.since) / 1000);
    } catch {
      // Whoever needs the server says that it is away; here the last value stays.
    }
    await pause(everyMs, signal);
  }
};

/** The oldest transaction that is still running while a later one has ended; undefined when there is none. */
const oldestRunning = async (pool: pg.Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ xmin: string; xmax: string }>(
    'select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax from pg_current_snapshot() s',
  );
  return rows[0] && rows[0].xmin !== rows[0].xmax ? rows[0].xmin : undefined;
};
