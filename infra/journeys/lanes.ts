/** Walks that go on at the same time. */
const lanes = 6;

/** Walks over items, several at a time. */
export const inLanes = async <T>(items: readonly T[], walk: (item: T) => Promise<void>): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of left) await walk(item);
    }),
  );
};
