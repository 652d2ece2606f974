import type { RowWriter, Transaction } from '@hearsay/event-store';

interface NewFeed {
  readonly ownerId: string;
  readonly id: string;
  readonly keyHash: string;
}

/** `set` with no episodes closes the feed. `renew` changes only the key, and does nothing while the feed is closed. */
export type FeedChange =
  | (NewFeed & { readonly kind: 'set'; readonly episodes: readonly string[] })
  | (NewFeed & { readonly kind: 'renew' });

const close = async (tx: Transaction, owners: readonly string[]): Promise<boolean> => {
  const { rowCount } = await tx.query('update podcast_feeds set owner_id = null where owner_id = any($1)', [owners]);
  return rowCount !== 0;
};

const open = ({ id, keyHash, ownerId }: NewFeed, tx: Transaction): Promise<unknown> =>
  tx.query('insert into podcast_feeds (id, key_hash, owner_id) values ($1, $2, $3) on conflict (owner_id) do nothing', [
    id,
    keyHash,
    ownerId,
  ]);

/** Writes one change after the other, because a batch may change one feed twice. Changes of feeds are rare. */
export const writePodcastFeeds: RowWriter = async (tx, rows) => {
  for (const change of rows as readonly FeedChange[]) {
    const { ownerId } = change;
    if (change.kind === 'renew') {
      if (await close(tx, [ownerId])) await open(change, tx);
      continue;
    }
    const { episodes } = change;
    if (episodes.length === 0) await close(tx, [ownerId]);
    else await open(change, tx);
    await tx.query('delete from podcast_feed_episodes where owner_id = $1 and podcast_id <> all($2)', [
      ownerId,
      episodes,
    ]);
    await tx.query(
      'insert into podcast_feed_episodes (owner_id, podcast_id) select $1::uuid, unnest($2::uuid[]) on conflict do nothing',
      [ownerId, episodes],
    );
  }
};

/** Keeps the key hashes of an erased account's feeds, so that their addresses still answer `gone`. */
export const erasePodcastFeeds = async (tx: Transaction, owners: readonly string[]): Promise<void> => {
  await close(tx, owners);
  await tx.query('delete from podcast_feed_episodes where owner_id = any($1)', [owners]);
};
