import {
  type AnsweredIn,
  limits,
  type Mutes,
  type Owner,
  type PodcastAnswer,
  type PodcastView,
  Refusal,
} from '@hearsay/contracts';
import type pg from 'pg';
import type { RecentActs } from '../daily-limit.js';
import { isEpisodeThere, isOpen, isThere, isUnmuted, withoutMutes } from '../visibility.js';

type PodcastRow = Omit<PodcastView, 'isMine'>;

const podcastColumns = `
  p.id, title.words as title, description.words as description, p.owner_id as "authorId", p.media_key as "mediaKey",
  p.media_type as "mediaType", p.duration, m.waveform, coalesce(c.plays, 0) as "playCount", p.transcript_key is not null as "hasTranscript", p.is_edited as "isEdited",
  p.created_at as "createdAt"`;
const podcastTables = `podcasts p
  join media m on m.key = p.media_key
  join texts title on title.id = p.title_text_id
  left join texts description on description.id = p.description_text_id
  left join play_counts c on c.podcast_id = p.id`;

/** Selects episodes by ids ($1). With `any($1)`, PostgreSQL would plan the joins again for each call. */
const podcastsById = 'p.id = any(array(select unnest($1::uuid[])))';

const podcastView = (row: PodcastRow, viewer: string | null): PodcastView => ({
  ...row,
  isMine: row.authorId === viewer,
});

export class PodcastQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** In the order of `ids`, without unknown, removed and hidden episodes. */
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

  /**
   * Reads an episode for a repeated call of its author, even if the episode is removed. @throws Refusal `not_found` if
   * the words are erased
   */
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

  /** Newest first. May exceed the page by episodes with the same creation time as its last one. */
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

  /** The key of the transcript in the media store. Null without a transcript. @throws Refusal `not_found` */
  async transcriptKey(id: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ key: string | null }>({
      name: 'transcript-key',
      text: `select transcript_key as key from podcasts p where p.id = $1 and ${isEpisodeThere}`,
      values: [id],
    });
    if (!rows[0]) throw new Refusal('not_found');
    return rows[0].key;
  }

  /** The marked answers of the episode, sorted by time. Leaves out questions that are not open to everyone. */
  async answersOf(id: string): Promise<PodcastAnswer[]> {
    const { rows } = await this.pool.query<PodcastAnswer>({
      name: 'podcast-answers',
      text: `select q.id as "questionId", title.words as title, a.at
             from episode_answers a join questions q on q.id = a.question_id join texts title on title.id = q.title_text_id
             where a.podcast_id = $1 and a.at is not null and ${isOpen('q')} order by a.at, q.id`,
      values: [id],
    });
    return rows;
  }

  /** The newest episodes that answer this question. None if the question is not open to everyone. */
  async answeredIn(questionId: string, mutes: Mutes): Promise<AnsweredIn[]> {
    const { rows } = await this.pool.query<AnsweredIn>({
      name: 'answered-in',
      text: `select p.id as "podcastId", title.words as title, a.at
             from episode_answers a join podcasts p on p.id = a.podcast_id join texts title on title.id = p.title_text_id
             join questions q on q.id = a.question_id
             where a.question_id = $1 and a.at is not null and ${isOpen('q')} and ${isEpisodeThere}
               and ${isUnmuted.episode({ ...withoutMutes, people: '$3' })}
             order by p.created_at desc, p.id limit $2`,
      values: [questionId, limits.answeredIn, mutes.people],
    });
    return rows;
  }

  /** @throws Refusal `not_found` for a missing or pending question, `conflict` for a locked one */
  async answerableQuestions(ids: readonly string[]): Promise<Map<string, Owner>> {
    const { rows } = await this.pool.query<{ id: string; owner: Owner; isRevealed: boolean }>({
      name: 'answerable-questions',
      text: `select q.id, q.owner, q.threshold <= q.latched as "isRevealed" from questions q
             where q.id = any($1) and q.approval = 'open' and ${isThere('q')}`,
      values: [ids],
    });
    if (rows.length < ids.length) throw new Refusal('not_found', 'One of the questions is not there');
    if (rows.some(({ isRevealed }) => !isRevealed))
      throw new Refusal('conflict', 'One of the questions is still locked');
    return new Map(rows.map(({ id, owner }) => [id, owner]));
  }

  /** Answers that the person has marked or moved within 24 hours, in all episodes, without withdrawn ones. */
  async recentMarks(ownerId: string): Promise<RecentActs> {
    const { rows } = await this.pool.query<RecentActs>({
      name: 'recent-answer-marks',
      text: `select count(*)::int as count, min(a.marked_at) as "oldestAt"
             from podcasts p join episode_answers a on a.podcast_id = p.id
             where p.owner_id = $1 and a.at is not null and a.marked_at > now() - interval '1 day'`,
      values: [ownerId],
    });
    return rows[0]!;
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
