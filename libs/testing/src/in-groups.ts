/** How many of them run at once, unless a test says otherwise: about as many as a service has connections to its database. */
const usually = 16;

/**
 * Does the same for every item, a few at a time. Where a test is not about many at once, more of them would only show how fast the
 * machine is: whoever waits too long for a connection is refused.
 */
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
