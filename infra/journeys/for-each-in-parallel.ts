export const forEachInParallel = async <T>(
  items: readonly T[],
  walk: (item: T) => Promise<unknown>,
  lanes = 6,
): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of left) await walk(item);
    }),
  );
};
