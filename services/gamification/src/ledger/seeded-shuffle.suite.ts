import { createHash } from 'node:crypto';

/** The same order for the same seed. */
export const seededShuffle = <T>(items: readonly T[], seed: number): T[] =>
  items
    .map((item, index) => ({ item, rank: createHash('sha256').update(`${seed} ${index}`).digest('hex') }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
