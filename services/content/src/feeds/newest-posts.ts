import { type Transaction, upsertRows } from '@hearsay/event-store';

export type NewestPostsTable = 'newest_questions' | 'newest_podcasts' | 'newest_reposts';

/**
 * Raises the newest post time of the authors. Leaves out anonymous posts. Removals do not lower this time, because a
 * time that is too late costs only a lookup.
 */
export const raiseNewestPostTimes = (
  tx: Transaction,
  table: NewestPostsTable,
  listed: readonly { readonly accountId: string | null; readonly at: string | Date }[],
): Promise<void> => {
  const named = listed.flatMap(({ accountId, at }) => (accountId === null ? [] : [{ accountId, at: new Date(at) }]));
  return upsertRows(tx, { table, key: ['accountId'], order: 'at' }, named);
};
