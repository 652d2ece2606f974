import { type Transaction, upsertRows } from '@hearsay/event-store';

export type NewestPosts = 'newest_questions' | 'newest_podcasts' | 'newest_reposts';

/** Ignores anonymous posts. Removals do not lower the time, because a time that is too new only costs a lookup. */
export const noteNewest = (
  tx: Transaction,
  table: NewestPosts,
  listed: readonly { readonly accountId: string | null; readonly at: string | Date }[],
): Promise<void> => {
  const named = listed.flatMap(({ accountId, at }) => (accountId === null ? [] : [{ accountId, at: new Date(at) }]));
  return upsertRows(tx, { table, key: ['accountId'], order: 'at' }, named);
};
