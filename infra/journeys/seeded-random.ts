/** Pseudo-random numbers from 0 to below 1 that depend on `seed` alone (mulberry32 over an FNV-1a hash). */
export const seededRandom = (seed: string): (() => number) => {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const pick = <T>(items: readonly T[], chance: () => number): T => items[Math.floor(chance() * items.length)]!;

export const shuffle = <T>(items: readonly T[], chance: () => number): T[] =>
  items
    .map((item) => ({ item, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
