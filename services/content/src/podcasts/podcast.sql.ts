import {
  type RowWriter,
  statesByKey,
  type Transaction,
  updateRows,
  type VersionedState,
  withRows,
} from '@hearsay/event-store';

interface KnownAnswer {
  readonly questionId: string;
  readonly at: number | null;
  readonly revision: number;
}

export interface Podcast {
  readonly ownerId: string;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  readonly removalId: string | null;
  readonly removalRevision: number;
  /** In seconds. Null if the length is unknown. */
  readonly duration: number | null;
  /** Includes withdrawn answers, whose `at` is null. */
  readonly answers: readonly KnownAnswer[];
  readonly transcriptKey: string | null;
  /** True if the bytes are erased, so that the episode cannot return. */
  readonly isErased: boolean;
}

type Row = Omit<Podcast, 'isErased' | 'answers'> & { key: string; version: number; mediaKey: string };

/** Locks existing episodes. The other statements must read under the locks, so they are sent once these are held. */
export const loadPodcasts = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<Podcast | null>>> => {
  const { rows } = await tx.query<Row>({
    name: 'lock-podcasts',
    text: `select id as key, version, owner_id as "ownerId", title_text_id as "titleTextId",
             description_text_id as "descriptionTextId", removal_id as "removalId", removal_revision as "removalRevision", media_key as "mediaKey", duration, transcript_key as "transcriptKey"
           from podcasts where id = any($1) order by id for update`,
    values: [keys],
  });
  const { rows: known } = await tx.query<KnownAnswer & { podcastId: string }>({
    name: 'answers-of-locked-podcasts',
    text: 'select podcast_id as "podcastId", question_id as "questionId", at, revision from episode_answers where podcast_id = any($1)',
    values: [keys],
  });
  const answers = Map.groupBy(known, ({ podcastId }) => podcastId);
  const removed = rows.filter(({ removalId }) => removalId !== null).map(({ mediaKey }) => mediaKey);
  // An erasure takes the same row locks, so that no erasure can follow while this transaction runs.
  const select = 'select key from media where key = any($1) and erased_at is not null';
  const erased = removed.length > 0 ? (await tx.query<{ key: string }>(select, [removed])).rows : [];
  const erasedKeys = new Set(erased.map(({ key }) => key));
  const found = rows.map(({ mediaKey, ...row }) => {
    return { ...row, answers: answers.get(row.key) ?? [], isErased: erasedKeys.has(mediaKey) };
  });
  return statesByKey<Podcast, null>(keys, null, found);
};

/** Marks media as erased. The sweep removes the bytes. */
export const writeErasedMedia: RowWriter = (tx, rows) => updateRows(tx, 'media', 'key', rows);

/** Counts one play per person and episode in 24 hours. */
export const writePlays: RowWriter = async (tx, rows) => {
  const counted = await withRows<{ podcastId: string }>(
    tx,
    'podcast_id uuid, account_id uuid, at timestamptz',
    rows,
    (given) => `insert into podcast_plays (podcast_id, account_id, played_at)
     select podcast_id, account_id, min(at) from ${given} group by podcast_id, account_id order by podcast_id, account_id
     on conflict (podcast_id, account_id) do update set played_at = excluded.played_at
     where podcast_plays.played_at <= excluded.played_at - interval '24 hours'
     returning podcast_id as "podcastId"`,
  );
  await withRows(
    tx,
    'podcast_plays',
    counted,
    (given) => `insert into play_counts as earlier (podcast_id, plays)
     select podcast_id, count(*)::int from ${given} group by podcast_id order by podcast_id
     on conflict (podcast_id) do update set plays = earlier.plays + excluded.plays`,
  );
};
