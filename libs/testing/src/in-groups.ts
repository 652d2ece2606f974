/** About the number of a service's database connections. */
const defaultGroupSize = 16;

/** Larger groups would test the machine's speed, since a long wait for a connection is refused. */
export const inGroups = async <T, R>(
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
