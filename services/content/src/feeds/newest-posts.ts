import { type Transaction, upsertRows } from '@hearsay/event-store';

/** The kinds of what stands in a person's name in feeds. Each belongs to the read model of its posts. */
export type NewestPosts = 'newest_questions' | 'newest_podcasts' | 'newest_reposts';

interface Listed {
  /** Null: anonymous. It changes nothing of its author's. */
  readonly accountId: string | null;
  readonly at: string | Date;
}

/** Notes posts that have come into lists. What is removed stays noted: a time that is too new only costs a look. */
export const noteNewest = (tx: Transaction, table: NewestPosts, listed: readonly Listed[]): Promise<void> =>
  upsertRows(
    tx,
    { table, key: ['accountId'], order: 'at' },
    listed.flatMap(({ accountId, at }) => (accountId === null ? [] : [{ accountId, at: new Date(at) }])),
  );
