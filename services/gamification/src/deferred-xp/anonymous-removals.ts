import { insertRows, type RowWriter, type Transaction } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type { DayChange } from '../earned-days.js';
import { readJson, sealJson } from '../sealed-xp.js';
import { type Removal, type WaitingXp, worthOf } from './deferral.js';

/** A row of `anonymous_removals` as a payment leaves it: what the removal has taken, sealed, or null when it was given back. */
export interface RemovalRow {
  readonly contentId: string;
  readonly sealed: string | null;
}

/** A waiting removal, and the post's author: the account, or the author id where that was erased. */
export interface OwnedRemoval {
  readonly personId: string;
  readonly removal: Removal;
}

/** What an anonymous post brought its author on a day. No account stands beside it: the pool finds that again. */
type DayOfPost = Omit<DayChange, 'accountId'>;

interface Settled {
  readonly changes: readonly DayChange[];
  readonly rows: readonly RemovalRow[];
}

/**
 * What removals of anonymous posts take from their authors, and what their return gives back: what posting was worth and
 * the boosts that stand. It is worked out when the pool is paid, long after the removal, so that boosts given just before
 * it have arrived. It is kept, so that exactly this comes back.
 */
export const settleRemovals = async (
  client: Transaction,
  seals: SealedAuthors,
  facts: readonly OwnedRemoval[],
): Promise<Settled> => {
  const newest = new Map<string, OwnedRemoval>();
  for (const fact of facts) {
    const { contentId, revision } = fact.removal;
    if (revision > (newest.get(contentId)?.removal.revision ?? 0)) newest.set(contentId, fact);
  }
  if (newest.size === 0) return { changes: [], rows: [] };
  const { rows: taken } = await client.query<{ contentId: string; sealed: string }>(
    'select content_id as "contentId", sealed from anonymous_removals where content_id = any($1)',
    [[...newest.keys()]],
  );
  const takenBefore = new Map(taken.map(({ contentId, sealed }) => [contentId, readJson<DayOfPost[]>(seals, sealed)]));
  const changes: DayChange[] = [];
  const rows: RemovalRow[] = [];
  for (const [contentId, { personId, removal }] of newest) {
    const before = takenBefore.get(contentId);
    // What was taken is unreadable: it stays taken until its key is back.
    if (before === null) continue;
    if (removal.isRemoved && !before) {
      const earned = await earnedBy(client, seals, contentId, personId);
      changes.push(...earned.map((day) => ({ ...day, accountId: personId, amount: -day.amount })));
      rows.push({ contentId, sealed: sealJson(seals, earned) });
    } else if (!removal.isRemoved && before) {
      changes.push(...before.map((day) => ({ ...day, accountId: personId })));
      rows.push({ contentId, sealed: null });
    }
  }
  return { changes, rows };
};

/** What an anonymous post has brought its author until now, by rule and day. */
const earnedBy = async (
  client: Transaction,
  seals: SealedAuthors,
  contentId: string,
  personId: string,
): Promise<DayOfPost[]> => {
  const { rows: posts } = await client.query<{ sealed: string }>(
    'select sealed from anonymous_posts where content_id = $1',
    [contentId],
  );
  const { rows: boosts } = await client.query<{ day: string; count: number }>(
    `select (given_at at time zone 'UTC')::date::text as day, count(*)::int as count from boost_entries
     where content_id = $1 and is_live and booster_id <> $2 group by 1 order by 1`,
    [contentId, personId],
  );
  const posting = posts.flatMap(({ sealed }) => {
    const post = readJson<WaitingXp>(seals, sealed);
    return post ? { rule: post.rule, amount: worthOf(post, personId), day: post.day } : [];
  });
  const received = boosts.map(({ day, count }) => ({
    rule: 'boost-received' as const,
    day,
    amount: count * xpAmounts['boost-received'],
  }));
  return [...posting, ...received];
};

export const writeRemovals: RowWriter = async (tx, rows) => {
  const removals = rows as readonly RemovalRow[];
  if (removals.length === 0) return;
  const taken = removals.filter((row): row is RemovalRow & { sealed: string } => row.sealed !== null);
  await tx.query('delete from anonymous_removals where content_id = any($1)', [
    removals.filter(({ sealed }) => sealed === null).map(({ contentId }) => contentId),
  ]);
  await insertRows(tx, 'anonymous_removals', taken, 'on conflict do nothing');
};
