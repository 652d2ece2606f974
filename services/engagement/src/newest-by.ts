/** The newest event of each key, so that a batch touches a hot row once. */
export const newestBy = <E>(events: readonly E[], keyOf: (event: E) => string): E[] => {
  const newest = new Map<string, E>();
  for (const event of events) newest.set(keyOf(event), event);
  return [...newest.values()];
};
