import type pg from 'pg';
import { pause } from '../runtime/pause.js';

const askEveryMs = 5000;

export interface HorizonMetrics {
  readonly oldestXmin: { set(seconds: number): void };
}

/**
 * Shows for how many seconds the oldest running transaction of the PostgreSQL server has been seen to be the oldest: so long it has held
 * back every reader of every log there. Zero when none runs, none has ended since the oldest began (so that nothing waits for it), or it is
 * another one each time. Outages are waited out: the last value stays.
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
