import { insertRows, type RowWriter, type Transaction } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type { DayChange } from '../earned-days.js';
import { amountFor, type ContentRemoval, type DeferredXp } from './deferral.js';

/** `sealed` is null after the content was restored. */
export interface AnonymousRemovalRow {
  readonly contentId: string;
  readonly sealed: string | null;
}

/** `personId` is the author's account, or the author id if the account was erased. */
export interface RemovalOfAuthor {
  readonly personId: string;
  readonly removal: ContentRemoval;
}

/** A change without its account, because the pool looks the account up. */
type DayOfPost = Omit<DayChange, 'accountId'>;

/**
 * Computes the XP that removed anonymous posts lose. Runs only when a pool pays, because late boosts have then arrived.
 * Stores the amounts, so that a restored post regains them.
 */
export const settleRemovals = async (client: Transaction, seals: SealedAuthors, facts: readonly RemovalOfAuthor[]) => {
  const newest = new Map<string, RemovalOfAuthor>();
  for (const fact of facts) {
    const { contentId, revision } = fact.removal;
    if (revision > (newest.get(contentId)?.removal.revision ?? 0)) newest.set(contentId, fact);
  }
  const changes: DayChange[] = [];
  const rows: AnonymousRemovalRow[] = [];
  if (newest.size === 0) return { changes, rows };
  const { rows: taken } = await client.query<{ contentId: string; sealed: string }>(
    'select content_id as "contentId", sealed from anonymous_removals where content_id = any($1)',
    [[...newest.keys()]],
  );
  const takenBefore = new Map(taken.map(({ contentId, sealed }) => [contentId, seals.readJson<DayOfPost[]>(sealed)]));
  for (const [contentId, { personId, removal }] of newest) {
    const before = takenBefore.get(contentId);
    // These amounts were subtracted before, but cannot be opened now. They stay subtracted.
    if (before === null) continue;
    if (removal.isRemoved && !before) {
      const earned = await xpOfPost(client, seals, contentId, personId);
      changes.push(...earned.map((day) => ({ ...day, accountId: personId, amount: -day.amount })));
      rows.push({ contentId, sealed: seals.sealJson(earned) });
    } else if (!removal.isRemoved && before) {
      changes.push(...before.map((day) => ({ ...day, accountId: personId })));
      rows.push({ contentId, sealed: null });
    }
  }
  return { changes, rows };
};

const xpOfPost = async (
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
    const post = seals.readJson<DeferredXp>(sealed);
    return post ? { rule: post.rule, amount: amountFor(post, personId), day: post.day } : [];
  });
  const received = boosts.map(({ day, count }) => ({
    rule: 'boost-received' as const,
    day,
    amount: count * xpAmounts['boost-received'],
  }));
  return [...posting, ...received];
};

/** Deletes rows whose `sealed` is null, and inserts the others. A repeat changes nothing. */
export const writeAnonymousRemovals: RowWriter = async (tx, rows) => {
  const removals = rows as readonly AnonymousRemovalRow[];
  if (removals.length === 0) return;
  const taken = removals.filter((row): row is AnonymousRemovalRow & { sealed: string } => row.sealed !== null);
  await tx.query('delete from anonymous_removals where content_id = any($1)', [
    removals.filter(({ sealed }) => sealed === null).map(({ contentId }) => contentId),
  ]);
  await insertRows(tx, 'anonymous_removals', taken, 'on conflict do nothing');
};
