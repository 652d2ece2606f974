import { eventually } from '@hearsay/testing';
import type { BareMessage } from './bare-server.ts';
import { type Benchmark, mustEqual } from './benchmark.ts';
import { runInterleaved, type Side, sideSummaries, spreadPerRound, throughputRatio } from './interleaved.ts';
import { People } from './people.ts';
import { Room } from './room.ts';
import { startBareServer } from './start-bare-server.ts';
import { median } from './statistics.ts';
import { type System, untilCaughtUp, withSystem } from './whole-system.ts';

const people = 50;
const listeners = 1000;
/** The room has 400 sockets, of which 20 do not read. */
const readers = 380;
const stalled = 20;
const words = ' and nobody knows what comes next, so it is said in as many words as people use in a chat.';
const longWords = ' and on it goes'.repeat(17);
const bursts = { one: 1, many: 16 } as const;
const maxOfOne = 1.5;
const minOfMany = 10;
/** Each stalled reader has this number of unread bytes before a run, so that it becomes too slow during the run. */
const unreadBefore = 900 * 1024;
const maxUnread = stalled * (1024 + 128) * 1024 + readers * 64 * 1024;

const inGateway = (system: System) => ({ path: ['gateway'], settle: () => untilCaughtUp(system) });

const roomOf = async (system: System, callers: People): Promise<{ room: Room; questionId: string }> => {
  const [questionId = ''] = await callers.askQuestions(1);
  let said = 0;
  const say = (content: string) => {
    said += 1;
    return callers.post(said % people, '/api/discussions', { questionId, content }, 201);
  };
  return { room: new Room(system.url, questionId, say), questionId };
};

/**
 * Ratio 5: CPU per delivered chat message, in the gateway and in a bare `ws` loop with equally many clients and the
 * same payload. The gateway's CPU includes the authors' HTTP calls.
 */
export const chat: Benchmark = {
  name: 'chat',
  what: `Messages in a room with ${listeners} listeners, beside a bare ws loop with the same clients and payload; operations are deliveries`,

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const bareServer = await startBareServer();
      const callers = await People.register(system.url, people);
      const { room, questionId } = await roomOf(system, callers);
      await room.join(listeners);
      await room.talk(0.5, 1, words, true);
      const bareRoom = new Room(bareServer.origin, questionId, (content) =>
        bareServer.say({ content, questionId, entry: room.entry as BareMessage['entry'] }),
      );
      await bareRoom.join(listeners);
      for (const close of [() => room.close(), () => bareRoom.close(), bareServer.stop, () => callers.close()])
        atEnd(close);
      await untilCaughtUp(system);
      const perFrame: Record<string, number[]> = {};
      const talk =
        (name: string, target: Room, burst: number): Side['run'] =>
        async (seconds) => {
          const talked = await target.talk(seconds, burst, words, true);
          perFrame[name] = [...(perFrame[name] ?? []), talked.perFrame];
          return talked;
        };
      const nameOf = (burst: number) => [`gateway, ${burst} in a tick`, `bare ws, ${burst} in a tick`] as const;
      const sides = Object.values(bursts).flatMap((burst): Side[] => {
        const [gateway, bare] = nameOf(burst);
        return [
          { name: gateway, run: talk(gateway, room, burst), ...inGateway(system) },
          { name: bare, run: talk(bare, bareRoom, burst), pids: { ws: bareServer.pid } },
        ];
      });
      const rounds = await runInterleaved(system, sides, plan);
      const ratioOf = (burst: number, number: string, floor: number, goal: number) => {
        const [gateway, bare] = nameOf(burst);
        return {
          ...{ number, floor, goal },
          what: `Chat deliveries of a CPU second, gateway ÷ bare ws loop, messages per tick: ${burst}`,
          ratio: spreadPerRound(rounds, (find) => find(bare).pathCpuPerOperation / find(gateway).pathCpuPerOperation),
          byThroughput: throughputRatio(rounds, gateway, bare),
        };
      };
      const inAFrame = (burst: number) => median(perFrame[nameOf(burst)[0]] ?? []);
      const one = `Frames of the gateway with one message in a tick hold no more than ${maxOfOne}`;
      const many = `Frames of the gateway with ${bursts.many} in a tick hold at least ${minOfMany}`;
      return {
        findings: [ratioOf(bursts.one, '5 one', 0.65, 0.8), ratioOf(bursts.many, '5 many', 2, 3)],
        sides: sideSummaries(rounds),
        checks: [
          'Each listener heard every number once and in order, in frames that were read entry by entry',
          mustEqual(one, inAFrame(bursts.one) <= maxOfOne, true),
          mustEqual(many, inAFrame(bursts.many) >= minOfMany, true),
        ],
      };
    }),
};

const gatewayFigure = async (system: System, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${system.ports.gatewayHealth}/metrics`)).text();
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`The gateway does not measure ${name}`);
  return Number(value);
};

/** Ratio 6: stalled readers must not slow down active ones. */
export const stalledReaders: Benchmark = {
  name: 'stalled',
  what: `Messages in a room with ${readers} listeners, with and without ${stalled} more who read nothing; operations are deliveries to those who read`,

  run: (plan) =>
    withSystem(async (system, atEnd) => {
      const callers = await People.register(system.url, people);
      const { room } = await roomOf(system, callers);
      const unreadBytes = () => gatewayFigure(system, 'hearsay_socket_unread_bytes');
      const slowSockets = () => gatewayFigure(system, 'hearsay_slow_sockets_total');
      let most = 0;
      const look = () =>
        unreadBytes()
          .then((bytes) => (most = Math.max(most, bytes)))
          .catch(() => undefined);
      const watch = setInterval(look, 200);
      for (const close of [() => clearInterval(watch), () => room.close(), () => callers.close()]) atEnd(close);
      await room.join(readers);
      const talk = (seconds: number) => room.talk(seconds, bursts.many, longWords, false);
      let [stalls, released] = [0, 0];
      /** Half of the stalled sockets read again in time. The gateway closes the other half as too slow. */
      const release = async () => {
        if (released === stalls) return;
        while ((await slowSockets()) < stalls) await talk(0.2);
        const half = stalled / 2;
        mustEqual('Those who read again in time', await room.wake(half), new Array(half).fill(true));
        const isClosed = async () => (await gatewayFigure(system, 'hearsay_sockets')) === readers;
        await eventually('those who go on reading nothing are closed', isClosed);
        mustEqual('Those who were closed', await room.wake(half), new Array(half).fill(false));
        await eventually('nothing waits for anybody', async () => (await unreadBytes()) === 0);
        released = stalls;
      };
      const stall = async () => {
        await release();
        await room.stall(stalled);
        stalls += stalled;
        while ((await unreadBytes()) < stalled * unreadBefore) await talk(0.2);
      };
      const [healthy, disturbed] = ['everybody reads', `${stalled} more read nothing`];
      const sides = [
        { name: healthy, run: talk, prepare: release, ...inGateway(system) },
        { name: disturbed, run: talk, prepare: stall, ...inGateway(system) },
      ];
      const rounds = await runInterleaved(system, sides, plan);
      await release();
      const finding = {
        number: '6',
        what: `Deliveries to ${readers} who read, with ${stalled} more who read nothing ÷ without`,
        floor: 0.85,
        goal: 0.9,
        ratio: spreadPerRound(
          rounds,
          (find) => find(healthy).pathCpuPerOperation / find(disturbed).pathCpuPerOperation,
        ),
        byThroughput: throughputRatio(rounds, disturbed, healthy),
      };
      return {
        findings: [finding],
        sides: sideSummaries(rounds),
        checks: [
          mustEqual('Sockets that were found too slow', await slowSockets(), stalls),
          mustEqual(`The most that waited, ${most} bytes, is no more than ${maxUnread}`, most <= maxUnread, true),
        ],
      };
    }),
};
