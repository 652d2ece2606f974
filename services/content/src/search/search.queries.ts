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
import { isEpisodeThere, isThere, isUnmuted } from '../visibility.js';
import { excerptOf } from './excerpt.js';
import { similarTsqueryOf, soughtIn, tsqueryOf } from './words.js';

/** Newest texts that every search reads. Their matches tell how common the words are. */
const sampled = 2000;
const mostOfSample = 300;
/** Words with as many matches in the sample are so common that the next newest texts hold enough. */
const common = { least: 10, enough: 100, texts: 20_000 };
const mostOfRare = 300;
const mostBoosted = 100;
/** By trigrams, from 0 to 1. */
const minSimilarity = 0.3;

interface FoundRow {
  readonly kind: SearchKind;
  readonly id: string;
  readonly questionId: string | null;
  readonly score: number;
  readonly title: string;
  readonly body: string | null;
  readonly authorId: string | null;
  readonly isAnonymous: boolean;
  readonly createdAt: Date;
}

/** Score and id of the last result. */
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
 * The index lags by milliseconds, so each row is compared with the content: it must still be open, visible and made of
 * these words. `f` is a row of `searchable`.
 */
const openPost = `
  select title.words as title, body.words as body, q.owner ->> 'accountId' as "authorId", q.is_anonymous as "isAnonymous",
    q.created_at as "createdAt"
  from questions q join texts title on title.id = q.title_text_id left join texts body on body.id = f.body_text_id
  where f.kind = 'question' and q.id = f.content_id and ${isListedQuestion} and q.title_text_id = f.title_text_id
    and ${isUnmuted.question(mutesOfSearcher)}
    and (f.body_text_id is null or (q.description_text_id = f.body_text_id and q.threshold <= q.latched))
  union all
  select title.words, body.words, r.owner ->> 'accountId', r.is_anonymous, r.created_at
  from replies r join questions q on q.id = r.question_id join texts title on title.id = q.title_text_id
  join texts body on body.id = r.text_id
  where f.kind = 'reply' and r.id = f.content_id and ${isThere('r')} and ${isListedQuestion} and ${isUnmuted.reply(mutesOfSearcher)}
    and case when r.threshold > 0 then r.threshold else q.threshold end <= q.latched
  union all
  select title.words, body.words, p.owner_id::text, false, p.created_at
  from podcasts p join texts title on title.id = p.title_text_id left join texts body on body.id = f.body_text_id
  where f.kind = 'podcast' and p.id = f.content_id and ${isEpisodeThere} and ${isUnmuted.episode(mutesOfSearcher)} and p.title_text_id = f.title_text_id
    and p.description_text_id is not distinct from f.body_text_id`;

const holdsWords = 's.document @@ $1::tsquery and s.kind = any($2)';
const newest = (texts: number) => `(select * from searchable order by content_id desc limit ${texts}) as s`;

/**
 * At most 500 texts that hold the words. Reading all matches of a common word would take a second, and reading the
 * newest texts until enough match would take as long for rare words. `nulls last` keeps PostgreSQL from the latter.
 */
const candidates = `
  sample as materialized (select s.* from ${newest(sampled)} where ${holdsWords} limit ${mostOfSample}),
  more as materialized (
    select s.* from ${newest(common.texts)} where ${holdsWords}
      and (select count(*) from sample) between ${common.least} and ${common.enough - 1} limit ${common.enough}
  ), rare as materialized (
    select s.* from searchable s where ${holdsWords} and (select count(*) from sample) < ${common.least}
    order by s.content_id desc nulls last limit ${mostOfRare}
  ), boosted as materialized (
    select s.* from (select content_id from ranks order by boosted desc, content_id desc limit ${mostBoosted}) as k
    cross join lateral (select * from searchable s where s.content_id = k.content_id and ${holdsWords} limit 1) as s
  ), candidates as (
    select distinct on (content_id) * from (
      select * from sample union all select * from more union all select * from rare union all select * from boosted
    ) as s order by content_id
  )`;

/** Sorted before the posts are read, so that no more are read than are answered. */
const foundTexts = `
  with ${candidates}, scored as (
    select s.*, ts_rank(s.document, $1::tsquery) * (1 + ln(1 + coalesce(
      (select c.boosts from content_counts c where c.content_id = s.content_id), 0))) as score
    from candidates s
  )
  select f.kind, f.content_id as id, f.question_id as "questionId", f.score, post.*
  from (
    select * from scored where $3::float8 is null or (score, content_id) < ($3::float8, $4::uuid)
    order by score desc, content_id desc
  ) as f
  cross join lateral (${openPost} limit 1) as post
  order by f.score desc, f.content_id desc limit $5`;

const similarTitles = `
  with ${candidates}
  select content_id as id from candidates cross join lateral (
    select similarity(title.words, $3) as closeness from questions q join texts title on title.id = q.title_text_id
    where q.id = candidates.content_id and ${isListedQuestion} and ${isUnmuted.question({ people: '$5', questions: '$6' })} and q.threshold <= q.latched limit 1
  ) as title
  where closeness >= ${minSimilarity} order by closeness desc, content_id desc limit $4`;

type Search = RpcParsed<typeof contentRpc.search>;

export class SearchQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** @throws Refusal `anchor_expired` for an unknown `after` */
  async page(
    { words, kind, after, mutes }: Search,
    hasSession: boolean,
  ): Promise<{ results: FoundText[]; next: string | null }> {
    const [score, id] = after === null ? [null, null] : decodePlace(after);
    const seen: readonly SearchKind[] = hasSession ? ['question', 'reply', 'podcast'] : ['question', 'reply'];
    const kinds = kind === null ? seen : seen.filter((each) => each === kind);
    const sought = soughtIn(words);
    if (sought.length === 0 || kinds.length === 0) return { results: [], next: null };
    const values = [tsqueryOf(sought), kinds, score, id, limits.searchPage + 1, mutes.people, mutes.questions];
    const { rows } = await this.pool.query<FoundRow>({ name: 'found-texts', text: foundTexts, values });
    const page = rows.slice(0, limits.searchPage);
    const last = page.at(-1);
    const results = page.map(({ score: _, body, createdAt, ...row }) => {
      const texts = [row.kind === 'reply' ? [] : row.title, body ?? []].flat();
      return { ...row, ...excerptOf(texts, sought), createdAt: createdAt.toISOString() };
    });
    return { results, next: last && rows.length > page.length ? encodePlace([last.score, last.id]) : null };
  }

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
