import { limits, type PodcastView, Refusal } from '@hearsay/contracts';
import type pg from 'pg';
import { isEpisodeThere } from '../visibility.js';

type PodcastRow = Omit<PodcastView, 'isMine' | 'createdAt'> & { readonly createdAt: Date };

const podcastColumns = `
  p.id, title.words as title, description.words as description, p.owner_id as "authorId", p.media_key as "mediaKey",
  p.media_type as "mediaType", p.duration, m.waveform, coalesce(c.plays, 0) as "playCount", p.is_edited as "isEdited",
  p.created_at as "createdAt"`;
const podcastTables = `podcasts p
  join media m on m.key = p.media_key
  join texts title on title.id = p.title_text_id
  left join texts description on description.id = p.description_text_id
  left join play_counts c on c.podcast_id = p.id`;

/** With a plain list of ids, PostgreSQL would plan the joins again for each call. */
const podcastsById = 'p.id = any(array(select unnest($1::uuid[])))';

const podcastView = (row: PodcastRow, viewer: string | null): PodcastView => ({
  ...row,
  isMine: row.authorId === viewer,
  createdAt: row.createdAt.toISOString(),
});

export class PodcastQueries {
  constructor(private readonly pool: pg.Pool) {}

  async podcasts(ids: readonly string[], viewer: string | null): Promise<PodcastView[]> {
    if (ids.length === 0) return [];
    const found = await this.#where('podcasts-by-id', `${podcastsById} and ${isEpisodeThere}`, [ids], viewer);
    const byId = new Map(found.map((podcast) => [podcast.id, podcast]));
    return ids.map((id) => byId.get(id)).filter((podcast) => podcast !== undefined);
  }

  async #where(
    name: string,
    condition: string,
    values: readonly unknown[],
    viewer: string | null,
  ): Promise<PodcastView[]> {
    const text = `select ${podcastColumns} from ${podcastTables} where ${condition}`;
    const { rows } = await this.pool.query<PodcastRow>({ name, text, values: [...values] });
    return rows.map((row) => podcastView(row, viewer));
  }

  /** @throws Refusal `not_found` */
  async podcast(id: string, viewer: string | null): Promise<PodcastView> {
    const [podcast] = await this.podcasts([id], viewer);
    if (!podcast) throw new Refusal('not_found');
    return podcast;
  }

  /** For a repeat of the writing call, also after a removal. @throws Refusal `not_found` when the words are erased */
  async written(id: string, author: string): Promise<PodcastView> {
    const [podcast] = await this.#where('written-podcast', 'p.id = $1', [id], author);
    if (!podcast) throw new Refusal('not_found');
    return podcast;
  }

  async playCount(id: string): Promise<number> {
    const { rows } = await this.pool.query<{ plays: number }>({
      name: 'play-count',
      text: 'select plays from play_counts where podcast_id = $1',
      values: [id],
    });
    return rows[0]?.plays ?? 0;
  }

  async ownPage(owner: string, before: string | null): Promise<PodcastView[]> {
    const older = `p.owner_id = $1 and p.created_at < coalesce($2::timestamptz, 'infinity') and ${isEpisodeThere}
      order by p.created_at desc fetch first ($3) rows with ties`;
    return this.#where('own-podcasts', older, [owner, before, limits.ownContentPage], owner);
  }

  async titles(ids: readonly string[]): Promise<{ id: string; title: string }[]> {
    const { rows } = await this.pool.query<{ id: string; title: string }>({
      name: 'podcast-titles',
      text: `select p.id, title.words as title from podcasts p join texts title on title.id = p.title_text_id
             where p.id = any($1) and ${isEpisodeThere}`,
      values: [ids],
    });
    return rows;
  }

  async media(key: string): Promise<{ contentType: string; bytes: number } | null> {
    const { rows } = await this.pool.query<{ contentType: string; bytes: number }>({
      name: 'media-by-key',
      text: `select m.content_type as "contentType", m.bytes::float8 as bytes
             from podcasts p join media m on m.key = p.media_key
             where p.media_key = $1 and ${isEpisodeThere} and m.erased_at is null`,
      values: [key],
    });
    return rows[0] ?? null;
  }
}
