import { type Transaction, upsertRows } from '@hearsay/event-store';

export type NewestPosts = 'newest_questions' | 'newest_podcasts' | 'newest_reposts';

interface Listed {
  /** Null for an anonymous post, which changes nothing. */
  readonly accountId: string | null;
  readonly at: string | Date;
}

/** Removals do not lower the time: one that is too new only costs a lookup. */
export const noteNewest = (tx: Transaction, table: NewestPosts, listed: readonly Listed[]): Promise<void> =>
  upsertRows(
    tx,
    { table, key: ['accountId'], order: 'at' },
    listed.flatMap(({ accountId, at }) => (accountId === null ? [] : [{ accountId, at: new Date(at) }])),
  );
