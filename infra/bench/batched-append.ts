import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startServers, throwAwayPrefixes } from '../local/servers/index.ts';
import { type Benchmark, mustEqual } from './benchmark.ts';
import { interleave, perRound, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import { stoppedAtTheEnd } from './stopped-at-the-end.ts';

const sides = { batched: 'batched append', single: 'one append per transaction' } as const;

/** Ratio 4: what group commit gains, on PostgreSQL alone. The process with the callers is the service here, so its CPU counts. */
export const batchedAppend: Benchmark = {
  name: 'append',
  what: 'Batched append ÷ one append per transaction, 64 callers',

  async run(plan) {
    const dataDir = mkdtempSync(join(tmpdir(), throwAwayPrefixes.servers));
    const servers = await startServers({ dataDir, durable: true, only: ['postgres'], maxConnections: 120 });
    const load = startLoad(new URL('./loads/appends.ts', import.meta.url));
    const database = new pg.Client({ connectionString: servers.databaseAdminUrl });
    const stop = async () => {
      await load.stop();
      await database.end().catch(() => undefined);
      await servers.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return stoppedAtTheEnd(stop, async () => {
      await database.connect();
      await load.ask('connect', { databaseUrl: servers.databaseAdminUrl });
      let acknowledged = 0;
      const side = (name: string, task: string): Side => ({
        name,
        pids: () => ({ ...servers.pids, callers: load.pid }),
        run: async (seconds) => {
          const result = await load.ask<LoadResult>(task, { seconds });
          acknowledged += result.completed;
          return result;
        },
      });
      const rounds = await interleave([side(sides.batched, 'batched'), side(sides.single, 'single')], plan);
      const { rows } =
        await database.query(`select (select count(*)::int from events) as events, (select count(*)::int from stream_heads) as heads,
        (select count(*)::int from events join stream_heads using (stream, version)) as "headsAtTheirEvent"`);
      const check = mustEqual('Events, heads and acknowledged appends', rows[0], {
        events: acknowledged,
        heads: acknowledged,
        headsAtTheirEvent: acknowledged,
      });
      return {
        findings: [
          {
            number: '4',
            what: this.what,
            floor: 3,
            goal: 5,
            ratio: perRound(rounds, (find) => find(sides.single).cpuPerOperation / find(sides.batched).cpuPerOperation),
            byThroughput: throughputRatio(rounds, sides.batched, sides.single),
          },
        ],
        sides: Object.fromEntries(Object.values(sides).map((name) => [name, summaryOf(rounds, name)])),
        checks: [check],
      };
    });
  },
};
