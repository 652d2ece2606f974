import { type RowWriter, updateRows } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { erasePodcastFeeds } from '../podcast-feeds/podcast-feed.sql.js';
import type { ErasedAuthorRow } from './hiding.decider.js';

/** Replaces the plan when a deletion is repeated with another choice, while the account can still return. */
export const replacePlans: RowWriter = (tx, rows) =>
  updateRows(tx, 'hidings', 'removal_id', rows, 'not hidings.is_shown and hidings.erased_at is null');

/** Starts to restore the posts of undone hidings, and deletes their plans for anonymous posts. */
export const startRestorations: RowWriter = async (tx, rows) => {
  const shown = rows as readonly { removalId: string }[];
  const removalIds = shown.map(({ removalId }) => removalId);
  await tx.query(
    'update hidings set is_shown = true, is_running = true, anonymous_plan = null where removal_id = any($1)',
    [removalIds],
  );
  // If the account is deleted, restarts its hiding, so that this hiding hides the posts that the undo restores.
  await tx.query(
    `update hidings set is_running = true where cause = 'account' and not is_shown
       and account_id in (select account_id from hidings where removal_id = any($1))`,
    [removalIds],
  );
};

/**
 * Deletes private marks and the pairs of account and author id, and closes podcast feeds. Restarts the hidings, so that
 * they also hide named posts that are newer than the hiding.
 */
export const eraseAuthorRows =
  (seals: SealedAuthors): RowWriter =>
  async (tx, rows) => {
    const erased = rows as readonly ErasedAuthorRow[];
    await tx.query('delete from author_ids where account_tag = any($1)', [
      erased.map(({ accountId }) => seals.pairTagOf(accountId)),
    ]);
    const accountIds = erased.map(({ accountId }) => accountId);
    await erasePodcastFeeds(tx, accountIds);
    await tx.query('delete from watches where account_id = any($1)', [accountIds]);
    await tx.query('delete from bookmarks where account_id = any($1)', [accountIds]);
    const ended = erased.map(({ removalId, erasedAt }) => ({ removalId, erasedAt, isRunning: true }));
    await updateRows(tx, 'hidings', 'removal_id', ended, 'not hidings.is_shown');
  };
