/** Chance that comes out the same every time: numbers from 0 up to 1 in a row that depends on `seed` alone (mulberry32 over an FNV-1a hash). */
export const chanceOf = (seed: string): (() => number) => {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** `count` different items; those of a higher weight come more often, those of weight 0 never. */
export const drawWeighted = <T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  count: number,
  chance: () => number,
): T[] => {
  const drawn = items
    .map((item) => ({ item, weight: weightOf(item), roll: chance() }))
    .filter(({ weight }) => weight > 0)
    .map(({ item, weight, roll }) => ({ item, rank: roll ** (1 / weight) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ item }) => item);
  if (drawn.length < count) throw new Error(`${count} were wanted, only ${drawn.length} can come`);
  return drawn;
};
