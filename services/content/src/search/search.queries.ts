import {
  type contentRpc,
  type FoundText,
  Id,
  limits,
  Refusal,
  type RpcParsed,
  type SearchKind,
} from '@hearsay/contracts';
import type pg from 'pg';
import { z } from 'zod';
import { isListedQuestion } from '../feeds/listed-items.js';
import type { TranscriptPart } from '../podcasts/transcript-parts.js';
import { isEpisodeThere, isThere, isUnmuted } from '../visibility.js';
import { excerptOf, spokenExcerptOf } from './excerpt.js';
import { searchWordsOf, similarTsqueryOf, tsqueryOf } from './words.js';

/** Every search first reads this many newest texts of each kind. Their matches show how common the words are. */
const sampleSizes = { posts: 500, parts: 200 };
/** If the sample has at least this many matches, the search also reads `maxRead` newest texts. */
const minInSample = 3;
/** If fewer of the newest posts or episodes match, the words are rare. The search then reads all their matches. */
const minInNewest = { posts: 30, parts: 10 };
/** Maximum number of matches of each kind that are ranked. */
const enough = 100;
const mostBoosted = 100;
const maxRead = { posts: 5000, parts: 1500 };
const postKinds = ['question', 'reply', 'podcast'] as const;
type PostKind = (typeof postKinds)[number];
/** Minimum similarity by trigrams, from 0 to 1. */
const minSimilarity = 0.3;

interface FoundRow {
  readonly kind: SearchKind;
  readonly id: string;
  readonly questionId: string | null;
  readonly boostCount: number;
  readonly score: number;
  readonly title: string;
  readonly body: string | null;
  readonly authorId: string | null;
  readonly isAnonymous: boolean;
  readonly createdAt: string;
  /** The cues of a transcript part. Null for a post. */
  readonly cues: TranscriptPart['cues'] | null;
}

/** The place after which a page begins: score and id of the last result. */
const Place = z.tuple([z.number(), Id]);
type Place = z.infer<typeof Place>;

const encodePlace = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

const decodePlace = (text: string): Place => {
  try {
    return Place.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal('anchor_expired');
  }
};

const mutesOfSearcher = { people: '$6', questions: '$7' };

/**
 * Compares a candidate `f` with its content, because the index lags by milliseconds. The content must still be open and
 * visible, and must still have the indexed texts.
 */
const openPost = `
  select title.words as title, body.words as body, q.owner ->> 'accountId' as "authorId", q.is_anonymous as "isAnonymous",
    q.created_at as "createdAt", null::jsonb as cues
  from questions q join texts title on title.id = q.title_text_id left join texts body on body.id = f.body_text_id
  where f.kind = 'question' and q.id = f.content_id and ${isListedQuestion} and q.title_text_id = f.title_text_id
    and ${isUnmuted.question(mutesOfSearcher)}
    and (f.body_text_id is null or (q.description_text_id = f.body_text_id and q.threshold <= q.latched))
  union all
  select title.words, body.words, r.owner ->> 'accountId', r.is_anonymous, r.created_at, null
  from replies r join questions q on q.id = r.question_id join texts title on title.id = q.title_text_id
  join texts body on body.id = r.text_id
  where f.kind = 'reply' and r.id = f.content_id and ${isThere('r')} and ${isListedQuestion} and ${isUnmuted.reply(mutesOfSearcher)}
    and case when r.threshold > 0 then r.threshold else q.threshold end <= q.latched
  union all
  select title.words, body.words, p.owner_id::text, false, p.created_at, null
  from podcasts p join texts title on title.id = p.title_text_id left join texts body on body.id = f.body_text_id
  where f.kind = 'podcast' and p.id = f.content_id and ${isEpisodeThere} and ${isUnmuted.episode(mutesOfSearcher)} and p.title_text_id = f.title_text_id
    and p.description_text_id is not distinct from f.body_text_id
  union all
  select title.words, part.words, p.owner_id::text, false, p.created_at, part.cues
  from podcasts p join texts title on title.id = p.title_text_id
  join transcript_parts part on part.transcript_key = p.transcript_key and part.number = f.number
  where p.id = f.content_id and p.transcript_key = f.transcript_key and ${isEpisodeThere}
    and ${isUnmuted.episode(mutesOfSearcher)}`;

interface Searched {
  readonly name: string;
  readonly sampleSize: number;
  /** The kind of post. The search reads the table only if `$2` contains this kind. */
  readonly kind: PostKind;
  readonly table: string;
  readonly newestFirst: string;
  /** A condition on rows of the table. */
  readonly isOfKind: string;
  /** SQL that finds the words in more texts than the sample has. */
  readonly more: string;
  readonly isRare: string;
}

const countOf = (rows: string): string => `(select count(*) from ${rows})`;

const postsOf = (kind: PostKind): Searched => {
  const isOfKind = `kind = '${kind}'`;
  return {
    ...{ name: kind, kind, table: 'searchable', newestFirst: 'content_id desc', isOfKind },
    sampleSize: sampleSizes.posts,
    more: `
      select s.* from (
        select * from searchable where ${isOfKind} order by content_id desc limit ${maxRead.posts}
      ) as s where s.document @@ $1::tsquery and ${countOf(`sampled_${kind}`)} < ${enough}`,
    isRare: `greatest(${countOf(`sampled_${kind}`)}, ${countOf(`more_${kind}`)}) < ${minInNewest.posts}`,
  };
};

/**
 * A common word may be in many parts of one episode, so only the first matching part of each episode is read. With
 * `offset 0`, PostgreSQL does not read all matches of the index again for each episode.
 */
const parts: Searched = {
  ...{ name: 'part', kind: 'podcast', table: 'searchable_parts', newestFirst: 'podcast_id desc', isOfKind: 'true' },
  sampleSize: sampleSizes.parts,
  more: `
    select s.* from (
      select distinct podcast_id from (
        select podcast_id from searchable_parts order by podcast_id desc limit ${maxRead.parts}
      ) as newest
    ) as episode cross join lateral (
      select * from (
        select * from searchable_parts p where p.podcast_id = episode.podcast_id order by number offset 0
      ) as part where document @@ $1::tsquery limit 1
    ) as s where true`,
  isRare: `${countOf('more_part')} < ${minInNewest.parts}`,
};

/**
 * SQL for texts that contain the words. Reading all matches takes a second for a common word. Reading the newest texts
 * until enough match takes as long for a rare word. `nulls last` stops PostgreSQL from doing so.
 */
const matchesIn = ({ name, sampleSize, kind, table, newestFirst, isOfKind, more, isRare }: Searched): string => {
  const isSought = `'${kind}' = any($2)`;
  return `
  sampled_${name} as materialized (
    select s.* from (select * from ${table} where ${isOfKind} order by ${newestFirst} limit ${sampleSize}) as s
    where s.document @@ $1::tsquery and ${isSought} limit ${enough}
  ), more_${name} as materialized (
    ${more} and ${isSought} and ${countOf(`sampled_${name}`)} >= ${minInSample} limit ${enough}
  ), rare_${name} as materialized (
    select * from ${table} where ${isOfKind} and document @@ $1::tsquery and ${isSought} and ${isRare}
    order by ${newestFirst} nulls last limit ${enough}
  ), found_${name} as (
    select * from sampled_${name} union all select * from more_${name} union all select * from rare_${name}
  )`;
};

/** The newest posts that contain the words, and the posts with the words among the most boosted posts. */
const foundPosts = (kinds: readonly PostKind[]): string => `
  ${kinds.map((kind) => matchesIn(postsOf(kind)))}, boosted as materialized (
    select s.* from (select content_id from ranks order by boosted desc, content_id desc limit ${mostBoosted}) as k
    cross join lateral (
      select * from searchable s where s.content_id = k.content_id and s.document @@ $1::tsquery
        and s.kind = any($2) limit 1
    ) as s
  ), posts as (
    select distinct on (content_id) * from (
      ${kinds.map((kind) => `select * from found_${kind} union all `).join('')}select * from boosted
    ) as s
    order by content_id
  )`;

/**
 * An episode is found once, by its own words or by the best part of its transcript. The candidates are sorted before
 * their content is read, so that PostgreSQL reads only the content of one page.
 */
const foundTexts = `
  with ${foundPosts(postKinds)}, ${matchesIn(parts)}, candidates as (
    select content_id, kind, question_id, title_text_id, body_text_id, document,
      null as transcript_key, null::int as number
    from posts union all
    select podcast_id, 'podcast', null, null, null, document, transcript_key, number from found_part
  ), counted as materialized (
    select s.*, coalesce((select c.boosts from content_counts c where c.content_id = s.content_id), 0) as boosts
    from candidates s
  ), scored as (
    select distinct on (content_id) *, ts_rank(document, $1::tsquery) * (1 + ln(1 + boosts)) as score
    from counted order by content_id, score desc, number nulls first
  )
  select f.kind, f.content_id as id, f.question_id as "questionId", f.boosts as "boostCount", f.score, post.*
  from (
    select * from scored where $3::float8 is null or (score, content_id) < ($3::float8, $4::uuid)
    order by score desc, content_id desc
  ) as f
  cross join lateral (${openPost} limit 1) as post
  order by f.score desc, f.content_id desc limit $5`;

const similarTitles = `
  with ${foundPosts(['question'])}
  select content_id as id from posts cross join lateral (
    select similarity(title.words, $3) as closeness from questions q join texts title on title.id = q.title_text_id
    where q.id = posts.content_id and ${isListedQuestion} and ${isUnmuted.question({ people: '$5', questions: '$6' })} and q.threshold <= q.latched limit 1
  ) as title
  where closeness >= ${minSimilarity} order by closeness desc, content_id desc limit $4`;

type Search = RpcParsed<typeof contentRpc.search>;

export class SearchQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** @throws Refusal `anchor_expired` if `after` cannot be decoded */
  async page(
    { words, kind, after, mutes }: Search,
    hasSession: boolean,
  ): Promise<{ results: FoundText[]; next: string | null }> {
    const [score, id] = after === null ? [null, null] : decodePlace(after);
    const seen: readonly SearchKind[] = hasSession ? ['question', 'reply', 'podcast'] : ['question', 'reply'];
    const kinds = kind === null ? seen : seen.filter((each) => each === kind);
    const sought = searchWordsOf(words);
    if (sought.length === 0 || kinds.length === 0) return { results: [], next: null };
    const values = [tsqueryOf(sought), kinds, score, id, limits.searchPage + 1, mutes.people, mutes.questions];
    const { rows } = await this.pool.query<FoundRow>({ name: 'found-texts', text: foundTexts, values });
    const page = rows.slice(0, limits.searchPage);
    const last = page.at(-1);
    const results = page.map(({ score: _, body, cues, ...row }) => {
      const texts = [row.kind === 'reply' ? [] : row.title, body ?? []].flat();
      const part = cues && body !== null ? { words: body, cues } : null;
      const found = part ? spokenExcerptOf(part, sought) : excerptOf(texts, sought);
      return { ...row, ...found };
    });
    return { results, next: last && rows.length > page.length ? encodePlace([last.score, last.id]) : null };
  }

  /** Ids of questions with a similar title. Empty if the title has no word to compare. */
  async similarTo({ title, mutes }: RpcParsed<typeof contentRpc.similarQuestions>): Promise<string[]> {
    const query = similarTsqueryOf(title);
    if (query === '') return [];
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'similar-titles',
      text: similarTitles,
      values: [query, ['question'], title, limits.similarQuestions.found, mutes.people, mutes.questions],
    });
    return rows.map(({ id }) => id);
  }
}
