/** About the number of database connections of a service. */
const defaultGroupSize = 16;

/** Runs acts in groups. With larger groups some acts would be refused, because they wait too long for a connection. */
export const runInGroups = async <T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
  atOnce = defaultGroupSize,
): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(
      ...(await Promise.all(items.slice(from, from + atOnce).map((item, index) => act(item, from + index)))),
    );
  return results;
};
