import { type Transaction, upsertRows } from '@hearsay/event-store';

export type NewestPostsTable = 'newest_questions' | 'newest_podcasts' | 'newest_reposts';

/**
 * Raises the newest post time of authors of named posts. Removals do not lower this time. A time that is too late only
 * costs a lookup.
 */
export const raiseNewestPostTimes = (
  tx: Transaction,
  table: NewestPostsTable,
  listed: readonly { readonly accountId: string | null; readonly at: string | Date }[],
): Promise<void> => {
  const named = listed.flatMap(({ accountId, at }) => (accountId === null ? [] : [{ accountId, at: new Date(at) }]));
  return upsertRows(tx, { table, key: ['accountId'], order: 'at' }, named);
};
