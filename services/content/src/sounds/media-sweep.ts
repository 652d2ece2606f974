import type { MediaStore } from '@hearsay/media-store';
import type pg from 'pg';

const sweptAtOnce = 1000;
/** An upload is deleted this long after it has expired, so that a call that is using the upload can finish. */
const graceSeconds = 3600;
/** Episodes of a wipe or an account deletion are kept longer: an undo in its last minute arrives here later. */
const arrivalSeconds = 3600;
const chunk = 50;

interface MediaOptions {
  readonly pool: pg.Pool;
  readonly store: MediaStore;
  readonly eraseAfterHours: number;
}

const forgetPlays = async ({ pool }: MediaOptions): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `delete from podcast_plays where ctid = any(array(
       select ctid from podcast_plays where played_at < now() - interval '25 hours' order by played_at limit ${sweptAtOnce}))`,
  );
  return rowCount === sweptAtOnce;
};

const sweepUploads = async ({ pool, store }: MediaOptions): Promise<boolean> => {
  const { rows } = await pool.query<{ id: string; key: string; isEpisode: boolean }>(
    `select id, object_key as key, purpose = 'podcast' and used_at is not null as "isEpisode" from uploads
     where expires_at < now() - make_interval(secs => $2) order by expires_at limit $1`,
    [chunk, graceSeconds],
  );
  for (const { key, isEpisode } of rows) {
    if (isEpisode) continue;
    await store.abandon(key);
    await store.remove(key);
  }
  await pool.query('delete from uploads where id = any($1)', [rows.map(({ id }) => id)]);
  return rows.length === chunk;
};

/**
 * Erases words and marks bytes of episodes whose time to undo has passed. An erased episode cannot return: a command
 * either holds the episode's row lock, so that this statement skips the episode, or sees the erasure.
 */
const eraseEpisodes = async ({ pool, eraseAfterHours }: MediaOptions): Promise<boolean> => {
  const { rows } = await pool.query<{ count: number }>(
    `with due as (
       select media_key, transcript_key, title_text_id, description_text_id from podcasts join media on key = media_key
       where removed_at < now() - make_interval(secs => $2) and erased_at is null
         and not exists (select from hidings h where h.removal_id = podcasts.removal_id
           and (h.is_shown or removed_at >= now() - make_interval(secs => $2 + $3)))
       order by removed_at limit $1 for update of podcasts skip locked
     ), erased as (
       update media set erased_at = clock_timestamp() from due where key in (media_key, transcript_key)
     ), wordless as (
       delete from texts using due where texts.id in (title_text_id, description_text_id)
     )
     select count(*)::int as count from due`,
    [chunk, eraseAfterHours * 3600, arrivalSeconds],
  );
  return rows[0]?.count === chunk;
};

const removeErased = async ({ pool, store }: MediaOptions): Promise<boolean> => {
  const { rows } = await pool.query<{ key: string }>(
    'select key from media where erased_at is not null and not is_gone order by key limit $1',
    [chunk],
  );
  for (const { key } of rows) await store.remove(key);
  const keys = rows.map(({ key }) => key);
  await pool.query('delete from transcript_parts where transcript_key = any($1)', [keys]);
  await pool.query('update media set is_gone = true where key = any($1)', [keys]);
  return rows.length === chunk;
};

/** Returns true if more work may be due. Can be interrupted and repeated, and several sweeps may run at once. */
export const sweepMedia = async (options: MediaOptions): Promise<boolean> => {
  let isMore = false;
  for (const sweep of [sweepUploads, eraseEpisodes, removeErased, forgetPlays])
    isMore = (await sweep(options)) || isMore;
  return isMore;
};
