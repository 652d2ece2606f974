import type { Loaded, Transaction } from '@hearsay/event-store';
import type { Podcast } from './podcast.states.js';

type Row = Omit<Podcast, 'isErased'> & { id: string; version: number; key: string };

/** Locks those episodes that exist. Not sent at once: which bytes are asked about is known only with the rows, and episodes are no hot path. */
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
  // Read behind the lock: whoever erases holds it.
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
