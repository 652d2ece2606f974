import { mustEqual } from './benchmark.ts';
import type { LoadProcess, LoadResult } from './load-process.ts';
import type { Heard } from './loads/room-listeners.ts';

/** Bursts begin so far apart: more than the 25 ms for which a gateway gathers, so that two of them share no frame by chance. */
const apartMs = 40;
/** So many bursts may be under way: whoever speaks goes no further ahead of those who listen, so that nothing piles up in a server. */
const burstsUnderWay = 8;

/** A room with everybody who listens in it, spread over processes. */
export interface Audience {
  readonly listeners: number;
  /** What listeners have heard since the last look, together; delays are those of the slower process. */
  heard(): Promise<Omit<Heard, 'faults'>>;
  /** Resolves when everybody has heard everything up to a number. */
  hear(upTo: number): Promise<void>;
  /** The last number that was said. */
  lastNumber: number;
}

/** Joins a room with so many sockets from each process. */
export const gather = async (
  processes: readonly LoadProcess[],
  url: string,
  questionId: string,
  each: number,
): Promise<Audience> => {
  const lastNumbers = await Promise.all(
    processes.map((load, index) =>
      load.ask<number>('connect', { url, questionId, listeners: each, firstAddress: (index + 1) * 100_000 }),
    ),
  );
  return {
    listeners: processes.length * each,
    lastNumber: Math.max(...lastNumbers),
    hear: async (upTo) => void (await Promise.all(processes.map((load) => load.ask('hear', { upTo })))),
    heard: async () => {
      const all = await Promise.all(processes.map((load) => load.ask<Heard>('heard')));
      mustEqual(
        'Numbers that were missed, came twice or in another order',
        all.flatMap(({ faults }) => faults),
        [],
      );
      return {
        deliveries: all.reduce((sum, { deliveries }) => sum + deliveries, 0),
        frames: all.reduce((sum, { frames }) => sum + frames, 0),
        p50: Math.max(...all.map(({ p50 }) => p50)),
        p99: Math.max(...all.map(({ p99 }) => p99)),
      };
    },
  };
};

interface Talk {
  readonly audience: Audience;
  /** Makes so many messages happen in the room, together. */
  readonly say: (count: number) => Promise<unknown>;
  /** Messages of one burst. */
  readonly burst: number;
  /** Bursts begin at their times, or later where listeners are behind; without it as soon as listeners allow. */
  readonly isPaced: boolean;
  readonly seconds: number;
}

export interface Talked extends LoadResult {
  /** Room entries in a frame, on the average. */
  readonly perFrame: number;
}

/**
 * Lets people talk in bursts until the time is up and everybody has heard everything. Completed are deliveries: messages times listeners,
 * every one of which was checked.
 */
export const talk = async ({ audience, say, burst, isPaced, seconds }: Talk): Promise<Talked> => {
  const startedAt = performance.now();
  const before = audience.lastNumber;
  const sayings: Promise<unknown>[] = [];
  for (let round = 0; performance.now() - startedAt < seconds * 1000; round += 1) {
    const dueInMs = isPaced ? startedAt + round * apartMs - performance.now() : 0;
    if (dueInMs > 0) await new Promise((resolve) => setTimeout(resolve, dueInMs));
    await audience.hear(audience.lastNumber - (burstsUnderWay - 1) * burst);
    sayings.push(say(burst));
    audience.lastNumber += burst;
  }
  await Promise.all(sayings);
  await audience.hear(audience.lastNumber);
  const tookMs = performance.now() - startedAt;
  const { deliveries, frames, p50, p99 } = await audience.heard();
  mustEqual('Deliveries', deliveries, (audience.lastNumber - before) * audience.listeners);
  return { completed: deliveries, seconds: tookMs / 1000, p50, p99, perFrame: deliveries / frames };
};
