import type { Transaction } from '@hearsay/event-store';

/** The kinds of what stands in a person's name in feeds. Each belongs to the read model of its posts. */
export type NewestPosts = 'newest_questions' | 'newest_podcasts' | 'newest_reposts';

interface Listed {
  /** Null: anonymous. It changes nothing of its author's. */
  readonly accountId: string | null;
  readonly at: string;
}

/** Notes posts that have come into lists. What is removed stays noted: a time that is too new only costs a look. */
export const noteNewest = async (tx: Transaction, table: NewestPosts, listed: readonly Listed[]): Promise<void> => {
  const named = listed.filter(({ accountId }) => accountId !== null);
  if (named.length === 0) return;
  await tx.query(
    `insert into ${table} (account_id, at)
     select id, max(at) from unnest($1::uuid[], $2::timestamptz[]) as listed (id, at) group by id order by id
     on conflict (account_id) do update set at = excluded.at where ${table}.at < excluded.at`,
    [named.map(({ accountId }) => accountId), named.map(({ at }) => at)],
  );
};
