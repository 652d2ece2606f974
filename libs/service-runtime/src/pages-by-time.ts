/**
 * The first page of a list that is newest first and is asked for by the instant it is older than: `limit` items, and whatever shares the instant of the
 * last of them, because the next page begins behind that instant.
 * @param atOf the instant of an item: ISO 8601, UTC, in milliseconds
 */
export const pageByTime = <T>(items: readonly T[], limit: number, atOf: (item: T) => string): T[] => {
  const last = items[limit - 1];
  if (last === undefined) return [...items];
  const end = items.findIndex((item, index) => index >= limit && atOf(item) !== atOf(last));
  return end === -1 ? [...items] : items.slice(0, end);
};
