import { type Benchmark, mustEqual } from './benchmark.ts';
import { interleave, perRound, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadResult, startLoad } from './load-process.ts';
import { serverPids, withSystem } from './whole-system.ts';

const callers = 64;
const names = { gateway: 'no-op through the gateway', bare: 'the same call to bare Fastify' } as const;

/** Ratio 7: what guards, limits, sessions, validation and Nest cost beside the HTTP server alone. */
export const gatewayNoOp: Benchmark = {
  name: 'gateway',
  what: 'A no-op through the gateway (session, limits, key, body) beside the same call to a bare Fastify',

  run: (plan) =>
    withSystem(async (system) => {
      const load = startLoad(new URL('./loads/no-ops-over-http.ts', import.meta.url));
      const server = startLoad(new URL('./loads/bare-fastify.ts', import.meta.url));
      try {
        const bareUrl = await server.ask<string>('listen');
        await load.ask('connect', { gatewayUrl: system.url, bareUrl, callers });
        const answered: Record<string, number> = {};
        const side = (name: string, task: 'gateway' | 'bare', pids: Side['pids']): Side => ({
          name,
          pids,
          run: async (seconds) => {
            const result = await load.ask<LoadResult>(task, { seconds });
            answered[task] = (answered[task] ?? 0) + result.completed;
            return result;
          },
        });
        const gateway = side(names.gateway, 'gateway', () => ({ gateway: serverPids(system).gateway ?? 0 }));
        const bare = side(names.bare, 'bare', () => ({ fastify: server.pid }));
        const rounds = await interleave([gateway, bare], plan);
        return {
          findings: [
            {
              number: '7',
              what: 'CPU of a no-op of bare Fastify ÷ CPU of one of the gateway',
              floor: 0.5,
              goal: 0.6,
              ratio: perRound(rounds, (find) => find(names.bare).cpuPerOperation / find(names.gateway).cpuPerOperation),
              byThroughput: throughputRatio(rounds, names.gateway, names.bare),
            },
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [
            mustEqual(
              'Calls that bare Fastify has answered more or less often than asked',
              (await server.ask<number>('answered')) - (answered.bare ?? 0),
              0,
            ),
          ],
        };
      } finally {
        await Promise.all([load.stop(), server.stop()]);
      }
    }),
};
