import { mustEqual } from './benchmark.ts';
import type { ToggleCounts } from './boost-load.ts';
import { type System, withDatabase } from './whole-system.ts';

/** Counts the questions whose toggles or boosts in `rows` differ from the acknowledged numbers. */
const differing = (rows: string) => `
  select count(*)::int as count from unnest($1::uuid[], $2::int[], $3::int[]) as wanted (id, toggles, boosts)
  left join (${rows}) as found (id, toggles, boosts) using (id)
  where (coalesce(found.toggles, 0), coalesce(found.boosts, 0)) <> (wanted.toggles, wanted.boosts)`;

const places = [
  ['their counter', 'engagement', 'select content_id, revision, boosts from counters'],
  [
    "their boosters' rows",
    'engagement',
    'select content_id, sum(toggle), count(*) filter (where is_boosted) from boosts group by content_id',
  ],
  ["content's ranks", 'content', 'select content_id, boosts_revision, boosts from content_counts'],
] as const;

/** Versions of a stream, and revisions of a question, must run from 1 without a gap. */
const log = `
  select (select count(*)::int from events where data->>'contentId' = any($1::text[])) as events,
    (select count(*)::int from (select from events group by stream having count(*) <> max(version)) h) as "streamsWithHoles",
    (select count(*)::int from (select from events where data->>'contentId' = any($1::text[]) group by data->>'contentId'
       having count(*) <> count(distinct data->>'revision') or count(*) <> max((data->>'revision')::int)) h) as "questionsWithHoles"`;

/** Requires a settled system. @throws when rows or events differ from the acknowledged boosts */
export const checkBoosts = async (system: System, byQuestion: ToggleCounts): Promise<string[]> => {
  const counts = [...byQuestion.values()];
  const [toggles, boosts] = [counts.map((count) => count.toggles), counts.map((count) => count.boosts)];
  const ids = [...byQuestion.keys()];
  const ask = async (service: string, text: string, values: unknown[]) =>
    (await withDatabase(system, service, (client) => client.query(text, values))).rows[0];
  const checks: string[] = [];
  for (const [what, service, rows] of places) {
    const { count } = await ask(service, differing(rows), [ids, toggles, boosts]);
    checks.push(mustEqual(`Questions whose toggles differ from ${what}`, count, 0));
  }
  const events = toggles.reduce((sum, count) => sum + count, 0);
  const expected = { events, streamsWithHoles: 0, questionsWithHoles: 0 };
  const found = await ask('engagement', log, [ids]);
  return [...checks, mustEqual('Events of these questions, holes in streams and questions', found, expected)];
};
