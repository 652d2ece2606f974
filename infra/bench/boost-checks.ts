import { mustEqual } from './benchmark.ts';
import type { Toggles } from './boost-load.ts';
import { inDatabase, type System } from './whole-system.ts';

interface Counts {
  readonly question: string;
  readonly toggles: number;
  readonly boosts: number;
}

const differences = (found: readonly Counts[], expected: Toggles): string[] => {
  const byQuestion = new Map(found.map((count) => [count.question, count]));
  return [...expected]
    .filter(([question, { toggles, boosts }]) => {
      const count = byQuestion.get(question) ?? { toggles: 0, boosts: 0 };
      return count.toggles !== toggles || count.boosts !== boosts;
    })
    .map(([question]) => question);
};

/**
 * Call it when the system has settled. Compares counters, booster rows, events, versions and `content_counts` with the
 * acknowledged boosts. @throws when they differ
 */
export const checkBoosts = async (system: System, byQuestion: Toggles): Promise<string[]> => {
  const questions = [...byQuestion.keys()];
  const acknowledged = [...byQuestion.values()].reduce((sum, { toggles }) => sum + toggles, 0);
  const { counters, pairs, log } = await inDatabase(system, 'engagement', async (client) => ({
    counters: await client.query<Counts>(
      'select content_id as question, revision as toggles, boosts from counters where content_id = any($1)',
      [questions],
    ),
    pairs: await client.query<Counts>(
      `select content_id as question, sum(toggle)::int as toggles, (count(*) filter (where is_boosted))::int as boosts
       from boosts where content_id = any($1) group by content_id`,
      [questions],
    ),
    // Versions of a stream, and revisions of a question, are dense from 1.
    log: await client.query(
      `select (select count(*)::int from events where data->>'contentId' = any($1::text[])) as events,
         (select count(*)::int from (select stream from events group by stream having count(*) <> max(version)) holes) as "streamsWithHoles",
         (select count(*)::int from (select 1 from events where data->>'contentId' = any($1::text[]) group by data->>'contentId'
            having count(*) <> count(distinct data->>'revision') or count(*) <> max((data->>'revision')::int)) holes) as "questionsWithHoles"`,
      [questions],
    ),
  }));
  const ranks = await inDatabase(system, 'content', (client) =>
    client.query<Counts>(
      'select content_id as question, boosts_revision as toggles, boosts from content_counts where content_id = any($1)',
      [questions],
    ),
  );
  return [
    mustEqual('Questions whose counter differs from the toggles', differences(counters.rows, byQuestion), []),
    mustEqual("Questions whose boosters' rows differ from them", differences(pairs.rows, byQuestion), []),
    mustEqual("Questions that differ in content's boost ranks", differences(ranks.rows, byQuestion), []),
    mustEqual('Events of these questions, holes in streams and questions', log.rows[0], {
      events: acknowledged,
      streamsWithHoles: 0,
      questionsWithHoles: 0,
    }),
  ];
};
