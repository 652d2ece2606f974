import type { ActOf, SeedCalls } from './calls.ts';
import { type Act, guest, type Person } from './community.ts';

const inFlight = 300;

export type Dated = ActOf & { readonly now: string };

/** Steps that share a place run in order of time. */
export interface Step extends Act {
  readonly key: string;
  readonly places: readonly string[];
  readonly run: (act: Dated) => Promise<unknown>;
}

/** `people` act at times before `instant` (ms). Account ids go into `ids`. */
export const actorsOf = (calls: SeedCalls, people: readonly Person[], instant: number) => {
  const ids = new Map<string, string>();
  const idOf = (key: string): string => {
    const id = ids.get(key);
    if (id === undefined) throw new Error(`Nobody is called ${key}`);
    return id;
  };
  const nowAt = (ago: number): string => new Date(instant - ago * 1000).toISOString();
  return {
    calls,
    ids,
    idOf,
    nowAt,
    usernameOf: (key: string): string => people.find((person) => person.key === key)!.username,
    at: ({ by, ago }: Act, key: string): Dated => ({
      ...(by !== guest && { accountId: idOf(by) }),
      now: nowAt(ago),
      key,
    }),
  };
};
export type Actors = ReturnType<typeof actorsOf>;

export const carryOut = async (actors: Actors, steps: readonly Step[], onDone: () => void): Promise<void> => {
  const lastAt = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  for (const step of steps) {
    const before = Promise.all(step.places.map((place) => lastAt.get(place)));
    const done = before.then(() => step.run(actors.at(step, step.key))).then(onDone);
    for (const place of step.places) lastAt.set(place, done);
    running.add(done);
    const leave = () => running.delete(done);
    done.then(leave, leave);
    if (running.size >= inFlight) await Promise.race(running);
  }
  await Promise.all(running);
};
