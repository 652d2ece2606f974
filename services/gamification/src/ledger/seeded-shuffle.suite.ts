import { createHash } from 'node:crypto';

/** Shuffles items into an order that depends only on the seed. */
export const seededShuffle = <T>(items: readonly T[], seed: number): T[] =>
  items
    .map((item, index) => ({ item, rank: createHash('sha256').update(`${seed} ${index}`).digest('hex') }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
