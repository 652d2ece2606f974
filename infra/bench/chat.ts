import { type Benchmark, type Finding, mustEqual } from './benchmark.ts';
import { interleave, perRound, type Sample, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { startLoad } from './load-process.ts';
import { type Audience, gather, type Talked, talk } from './room-bursts.ts';
import { median } from './statistics.ts';
import { backendNames, serverPids, settled, withSystem } from './whole-system.ts';

const people = 50;
/** In each of two processes. */
const listeners = 500;
const words = ' and nobody knows what comes next, so it is said in as many words as people use in a chat.';
/** Messages of a burst, one burst a tick. */
const bursts = { one: 1, many: 16 } as const;
/** What a frame holds on the average, for the ratio to be that of one message per tick, or of ten or more. */
const mostOfOne = 1.5;
const leastOfMany = 10;

const gatewayName = (burst: number) => `gateway, ${burst} in a tick`;
const bareName = (burst: number) => `bare ws, ${burst} in a tick`;

const findingOf = (
  rounds: readonly (readonly Sample[])[],
  burst: number,
  finding: Omit<Finding, 'ratio' | 'byThroughput'>,
): Finding => ({
  ...finding,
  ratio: perRound(
    rounds,
    (find) => find(bareName(burst)).pathCpuPerOperation / find(gatewayName(burst)).pathCpuPerOperation,
  ),
  byThroughput: throughputRatio(rounds, gatewayName(burst), bareName(burst)),
});

/**
 * Ratio 5: what a delivery of a chat message costs a gateway beside a bare `ws` loop with as many clients and the same payload. The gateway's
 * part begins with the calls of those who speak: real messages, through the whole stack.
 */
export const chat: Benchmark = {
  name: 'chat',
  what: `Messages in a room with ${2 * listeners} listeners, beside a bare ws loop with the same clients and payload; operations are deliveries`,

  run: (plan) =>
    withSystem(async (system) => {
      const ofGateway = [1, 2].map(() => startLoad(new URL('./loads/room-listeners.ts', import.meta.url)));
      const ofBare = [1, 2].map(() => startLoad(new URL('./loads/room-listeners.ts', import.meta.url)));
      const writers = startLoad(new URL('./loads/room-writers.ts', import.meta.url));
      const bare = startLoad(new URL('./loads/bare-room.ts', import.meta.url));
      try {
        const questionId = await writers.ask<string>('connect', { url: system.url, people });
        const say = (count: number) => writers.ask('say', { count, words });
        const room = await gather(ofGateway, system.url, questionId, listeners);
        await talk({ audience: room, say, burst: 1, isPaced: true, seconds: 0.5 });
        const entry = await ofGateway[0]!.ask('entry');
        const bareRoom = await gather(ofBare, await bare.ask<string>('listen'), questionId, listeners);
        const sayBare = (count: number) => bare.ask('say', { count, words, questionId, entry });
        await settled(system);

        const perFrame = new Map<string, number[]>();
        const side = (name: string, audience: Audience, sayIt: typeof say, burst: number): Omit<Side, 'pids'> => ({
          name,
          run: async (seconds): Promise<Talked> => {
            const talked = await talk({ audience, say: sayIt, burst, isPaced: true, seconds });
            perFrame.set(name, [...(perFrame.get(name) ?? []), talked.perFrame]);
            return talked;
          },
        });
        const sides = Object.values(bursts).flatMap((burst): Side[] => [
          {
            ...side(gatewayName(burst), room, say, burst),
            pids: () => serverPids(system),
            backends: () => backendNames(system),
            path: ['gateway'],
            settle: () => settled(system),
          },
          { ...side(bareName(burst), bareRoom, sayBare, burst), pids: () => ({ ws: bare.pid }) },
        ]);
        const rounds = await interleave(sides, plan);
        const inAFrame = (burst: number) => median(perFrame.get(gatewayName(burst)) ?? []);
        return {
          findings: [
            findingOf(rounds, bursts.one, {
              number: '5 one',
              what: 'Chat deliveries of a CPU second, gateway ÷ bare ws loop, one message per tick',
              floor: 0.65,
              goal: 0.8,
            }),
            findingOf(rounds, bursts.many, {
              number: '5 many',
              what: `Chat deliveries of a CPU second, gateway ÷ bare ws loop, ${bursts.many} messages per tick`,
              floor: 2,
              goal: 3,
            }),
          ],
          sides: Object.fromEntries(sides.map(({ name }) => [name, summaryOf(rounds, name)])),
          checks: [
            'Everybody heard every number once and in order, in frames that were read entry by entry',
            mustEqual(
              `Frames of the gateway with one message in a tick hold no more than ${mostOfOne}`,
              inAFrame(bursts.one) <= mostOfOne,
              true,
            ),
            mustEqual(
              `Frames of the gateway with ${bursts.many} messages in a tick hold at least ${leastOfMany}`,
              inAFrame(bursts.many) >= leastOfMany,
              true,
            ),
          ],
        };
      } finally {
        await Promise.all([...ofGateway, ...ofBare, writers, bare].map((load) => load.stop()));
      }
    }),
};
