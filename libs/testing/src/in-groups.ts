/** About as many as a service has database connections. */
const usually = 16;

/** More at once would only test the machine's speed, since long waits for a connection are refused. */
export const inGroups = async <T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
  atOnce = usually,
): Promise<R[]> => {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    results.push(
      ...(await Promise.all(items.slice(from, from + atOnce).map((item, index) => act(item, from + index)))),
    );
  return results;
};
