const lanes = 6;

export const forEachInParallel = async <T>(items: readonly T[], walk: (item: T) => Promise<void>): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of left) await walk(item);
    }),
  );
};
