import { say } from '../local/progress.mjs';
import { type System, withDatabase } from './whole-system.ts';

/** Rows per transaction. A long transaction would hold back every reader of the log. */
const chunk = 25_000;

/** Question `n` has a UUIDv7 of its time. `n` runs from $1 to $2, and $3 holds the people's ids. */
export const numberedQuestionsSql = `
  select n, (lpad(to_hex(1700000000000 + n * 60), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid as id,
    md5('title ' || n)::uuid as text_id, to_timestamp((1700000000000 + n * 60) / 1000.0) as at,
    ($3::uuid[])[1 + n % cardinality($3::uuid[])] as author, n % 97 as boosts, n % 5 = 0 as is_anonymous
  from generate_series($1::bigint, $2::bigint) as n`;

/** Every fifth question is anonymous, with a fake seal that no key opens. */
const owner = `jsonb_build_object('accountId', case when not is_anonymous then author end, 'sealed', case when is_anonymous then 'sealed' end)`;

const contentRows = [
  `insert into texts (id, words) select text_id, 'Measured question ' || n from (${numberedQuestionsSql}) as q`,
  `insert into questions (id, version, owner, owner_tag, is_anonymous, allow_anonymous_answers, title_text_id, threshold, created_at, listed_at)
   select id, 1, ${owner}, case when is_anonymous then md5(author::text) end, is_anonymous, true, text_id, 0, at, at from (${numberedQuestionsSql}) as q`,
  `insert into content_counts (content_id, boosts, boosts_revision)
   select id, boosts, boosts from (${numberedQuestionsSql}) as q`,
  `insert into ranks (content_id, boosted, engagement, trending)
   select id, boosts, boosts, round((log(greatest(boosts, 1)) + extract(epoch from at) / 45000)::numeric, 3)
   from (${numberedQuestionsSql}) as q`,
];
const engagementRows = [
  `insert into contents (content_id, content_type, question_id, owner, thresholds)
   select id, 'question', id, ${owner}, '{}' from (${numberedQuestionsSql}) as q`,
  `insert into counters (content_id, boosts, peak, revision)
   select id, boosts, boosts, boosts from (${numberedQuestionsSql}) as q`,
];

/** Fills in chunks until `table` has `size` rows, so that a later run resumes an interrupted one. */
export const fillTable = (
  system: System,
  service: string,
  table: string,
  statements: readonly string[],
  size: number,
  people: readonly string[],
) =>
  withDatabase(system, service, async (client) => {
    const { rows } = await client.query<{ filled: number }>(`select count(*)::int as filled from ${table}`);
    const filled = rows[0]?.filled ?? 0;
    if (filled >= size) return;
    for (let first = filled + 1; first <= size; first += chunk) {
      const values = [first, Math.min(size, first + chunk - 1), people];
      await client.query('begin');
      for (const statement of statements) await client.query(statement, values);
      await client.query('commit');
    }
    // Sets the hint bits of the new rows, which the first measured reads would have to set.
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });

/** @param people account ids. @param size number of questions afterwards */
export const fillFeed = async (system: System, people: readonly string[], size: number): Promise<void> => {
  say(`Filling in questions up to ${size} …`);
  await Promise.all([
    fillTable(system, 'content', 'questions', contentRows, size, people),
    fillTable(system, 'engagement', 'contents', engagementRows, size, people),
  ]);
};
