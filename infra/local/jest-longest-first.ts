import { statSync } from 'node:fs';
import { basename } from 'node:path';

interface TestFile {
  readonly path: string;
}

/** What takes longest by far, the longest first: whole systems that live, die and are rebuilt, and suites that kill their server again and again. */
export const longest = [
  'killed-acts.journey-spec.ts',
  'query-plans.journey-spec.ts',
  'replay.journey-spec.ts',
  'load.journey-spec.ts',
  'attack.journey-spec.ts',
  'servers-gone.journey-spec.ts',
  'killed-services.journey-spec.ts',
  'seed.journey-spec.ts',
  'anonymous-acts.journey-spec.ts',
  'description.journey-spec.ts',
  'relay-on-nats-2-9.int-spec.ts',
  'relay-on-nats-2-15.int-spec.ts',
  'database-trouble.int-spec.ts',
  'consumers-on-nats-2-9.int-spec.ts',
  'consumers-on-nats-2-15.int-spec.ts',
  'bring-up.int-spec.ts',
  'stream-loss-on-nats-2-9.int-spec.ts',
  'stream-loss-on-nats-2-15.int-spec.ts',
  'locks.int-spec.ts',
  'account-export.int-spec.ts',
  'servers.int-spec.ts',
  'media-store.int-spec.ts',
  'connection.int-spec.ts',
  'reading-on-nats-2-9.int-spec.ts',
  'reading-on-nats-2-15.int-spec.ts',
];

const placeOf = (path: string): number => {
  const place = longest.indexOf(basename(path));
  return place < 0 ? longest.length : place;
};

/**
 * jest's order of files: what takes longest first, so that it does not begin when everything else has ended; then the largest. jest itself goes by what it remembers of earlier runs,
 * and in a fresh clone by the size of a file alone, which says little of those that only name a suite and the server to run it on.
 */
export default class LongestFirst {
  sort<T extends TestFile>(tests: readonly T[]): T[] {
    const ranked = tests.map((test) => ({ test, place: placeOf(test.path), size: statSync(test.path).size }));
    return ranked.toSorted((a, b) => a.place - b.place || b.size - a.size).map(({ test }) => test);
  }

  /** Here jest would have it remember how long each file took. */
  cacheResults(): void {}
}
