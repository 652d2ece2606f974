/**
 * The newest item of each key, so that a group touches a row once. Without `orderOf` the last one is the newest, as in a log of one's own;
 * facts of other services may arrive in any order: there the highest revision or toggle is, and of equals the last.
 */
export const newestBy = <E>(
  items: readonly E[],
  keyOf: (item: E) => string,
  orderOf: (item: E) => number = () => 0,
): E[] => {
  const newest = new Map<string, E>();
  for (const item of items) {
    const known = newest.get(keyOf(item));
    if (known === undefined || orderOf(known) <= orderOf(item)) newest.set(keyOf(item), item);
  }
  return [...newest.values()];
};
