/** Nearest rank, with `p` from 0 to 1. @throws without values */
export const percentile = (values: readonly number[], p: number): number => {
  const ordered = values.toSorted((a, b) => a - b);
  const value = ordered[Math.max(0, Math.ceil(p * ordered.length) - 1)];
  if (value === undefined) throw new Error('No values to take a percentile of');
  return value;
};

export const median = (values: readonly number[]): number => {
  const ordered = values.toSorted((a, b) => a - b);
  const upper = ordered[Math.floor(ordered.length / 2)];
  const lower = ordered[Math.floor((ordered.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('No values to take a median of');
  return (lower + upper) / 2;
};

export const spreadOf = (values: readonly number[]) => ({
  median: median(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
});

export type Spread = ReturnType<typeof spreadOf>;
