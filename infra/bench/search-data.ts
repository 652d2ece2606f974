import { say } from '../local/progress.mjs';
import { fillFeed, fillTable, numberedQuestionsSql } from './feed-data.ts';
import type { System } from './whole-system.ts';

const [wordsOfTitle, wordsOfPart, partsOfEpisode] = [8, 150, 60];

/**
 * SQL for words from `w1` to `w50000` by Zipf's law. It refers to the column `each`, so that every row gets different
 * words.
 */
const zipfWords = (count: number, each: string): string =>
  `(select string_agg('w' || floor(exp(ln(50000) * random()))::int, ' ')
    from generate_series(${each} + 1, ${each} + ${count}))`;

const titles = [
  `update texts set words = words || ' ' || ${zipfWords(wordsOfTitle, 'n')} from (${numberedQuestionsSql}) as q where texts.id = text_id`,
  `insert into searchable (content_id, kind, question_id, title_text_id, document)
   select q.id, 'question', q.id, text_id, setweight(to_tsvector('simple', words), 'A')
   from (${numberedQuestionsSql}) as q join texts on texts.id = text_id`,
];

/** Episodes of one hour. Each has the time and the author of one of the first questions. */
const episodes = `
  select (left(id::text, 24) || right(md5('episode ' || n), 12))::uuid as id, md5('name ' || n)::uuid as name_id,
    't' || n as key, n, at, author
  from (${numberedQuestionsSql}) as q`;
const transcripts = [
  `insert into texts (id, words) select name_id, 'Measured episode ' || n from (${episodes}) as e`,
  `insert into podcasts (id, version, owner_id, title_text_id, media_key, media_type, duration, created_at, transcript_key)
   select id, 1, author, name_id, 'm' || n, 'audio', 3600, at, key from (${episodes}) as e`,
  `insert into transcript_parts (transcript_key, number, words, cues)
   select key, number, ${zipfWords(wordsOfPart, 'number')}, jsonb_build_array(jsonb_build_array(0, 60 * number))
   from (${episodes}) as e cross join generate_series(0, ${partsOfEpisode - 1}) as number`,
  `insert into searchable_parts (podcast_id, number, transcript_key, document)
   select e.id, number, transcript_key, setweight(to_tsvector('simple', words), 'B')
   from (${episodes}) as e join transcript_parts on transcript_key = key`,
];

interface Sizes {
  readonly questions: number;
  readonly episodes: number;
}

export const fillSearch = async (system: System, people: readonly string[], sizes: Sizes): Promise<void> => {
  await fillFeed(system, people, sizes.questions);
  say(`Filling in words, and ${sizes.episodes} transcripts …`);
  await fillTable(system, 'content', 'searchable', titles, sizes.questions, people);
  await fillTable(system, 'content', 'podcasts', transcripts, sizes.episodes, people);
};
