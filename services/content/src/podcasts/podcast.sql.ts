import type { PodcastMediaType } from '@hearsay/contracts';
import type { Loaded, RowWriter, Transaction } from '@hearsay/event-store';

/** State of an episode. */
export interface Podcast {
  readonly ownerId: string;
  readonly mediaType: PodcastMediaType;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  /** The removal that took it away; null = it is there. */
  readonly removalId: string | null;
  /** How often it was removed and brought back. */
  readonly removalRevision: number;
  /** Its bytes are gone for good: nothing brings it back. */
  readonly isErased: boolean;
}

type Row = Omit<Podcast, 'isErased'> & { id: string; version: number; key: string };

/** Locks those episodes that exist. Not sent at once: the rows name the bytes that the second statement reads. */
export const loadPodcasts = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<Podcast | null>>> => {
  const loaded = new Map<string, Loaded<Podcast | null>>(keys.map((key) => [key, { version: 0, state: null }]));
  const { rows } = await tx.query<Row>({
    name: 'lock-podcasts',
    text: `select id, version, owner_id as "ownerId", media_type as "mediaType", title_text_id as "titleTextId",
             description_text_id as "descriptionTextId", removal_id as "removalId", removal_revision as "removalRevision", media_key as key
           from podcasts where id = any($1) order by id for update`,
    values: [keys],
  });
  const removed = rows.filter(({ removalId }) => removalId !== null).map(({ key }) => key);
  // Read behind the lock, which an erasure holds too.
  const erased = new Set(removed.length > 0 ? await erasedAmong(tx, removed) : []);
  for (const { id, version, key, ...state } of rows)
    loaded.set(id, { version, state: { ...state, isErased: erased.has(key) } });
  return loaded;
};

const erasedAmong = async (tx: Transaction, keys: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.query<{ key: string }>(
    'select key from media where key = any($1) and erased_at is not null',
    [keys],
  );
  return rows.map(({ key }) => key);
};

/** Writes the facts about the bytes of new episodes. */
export const writeMedia: RowWriter = async (tx, rows) => {
  const media = rows as readonly {
    key: string;
    contentType: string;
    bytes: number;
    waveform: readonly number[] | null;
  }[];
  await tx.query(
    `insert into media (key, content_type, bytes, waveform)
     select key, content_type, bytes, (select array_agg(bar::smallint order by at) from jsonb_array_elements_text(waveform) with ordinality as bars (bar, at))
     from unnest($1::text[], $2::text[], $3::bigint[], $4::jsonb[]) as made (key, content_type, bytes, waveform)`,
    [
      media.map(({ key }) => key),
      media.map(({ contentType }) => contentType),
      media.map(({ bytes }) => bytes),
      media.map(({ waveform }) => JSON.stringify(waveform ?? [])),
    ],
  );
};

/** A person's plays of an episode within 24 hours count once. */
export const writePlays: RowWriter = async (tx, rows) => {
  const plays = rows as readonly { podcastId: string; accountId: string; at: string }[];
  const counted = await tx.query<{ podcast_id: string }>(
    `insert into podcast_plays (podcast_id, account_id, played_at)
     select podcast_id, account_id, min(at) from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as made (podcast_id, account_id, at)
     group by podcast_id, account_id order by podcast_id, account_id
     on conflict (podcast_id, account_id) do update set played_at = excluded.played_at
     where podcast_plays.played_at <= excluded.played_at - interval '24 hours'
     returning podcast_id`,
    [plays.map(({ podcastId }) => podcastId), plays.map(({ accountId }) => accountId), plays.map(({ at }) => at)],
  );
  if (counted.rows.length === 0) return;
  await tx.query(
    `insert into play_counts as earlier (podcast_id, plays)
     select podcast_id, count(*)::int from unnest($1::uuid[]) as made (podcast_id) group by podcast_id order by podcast_id
     on conflict (podcast_id) do update set plays = earlier.plays + excluded.plays`,
    [counted.rows.map((row) => row.podcast_id)],
  );
};
