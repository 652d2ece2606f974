import type pg from 'pg';
import { pause } from '../runtime/pause.js';

const askEveryMs = 5000;

export interface HorizonMetrics {
  readonly oldestXmin: { set(seconds: number): void };
}

/**
 * Reports for how many seconds the same transaction has been the oldest on the server. It holds back every reader of
 * every log there. Zero when none runs, when none has ended since it began, or when another one is the oldest each
 * time. In an outage the last value stays.
 */
export const watchHorizon = (options: { pool: pg.Pool; metrics: HorizonMetrics; everyMs?: number }) => {
  const { pool, metrics, everyMs = askEveryMs } = options;
  const stopping = new AbortController();
  const watch = async () => {
    for (let oldest = { xmin: '', since: 0 }; !stopping.signal.aborted; await pause(everyMs, stopping.signal)) {
      const now = performance.now();
      const { rows } = await pool
        .query<{ xmin: string; xmax: string }>(
          'select pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax from pg_current_snapshot() s',
        )
        .catch(() => ({ rows: [] }));
      const [found] = rows;
      if (!found) continue;
      const xmin = found.xmin === found.xmax ? '' : found.xmin;
      if (xmin !== oldest.xmin) oldest = { xmin, since: now };
      metrics.oldestXmin.set(xmin === '' ? 0 : (now - oldest.since) / 1000);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
};
