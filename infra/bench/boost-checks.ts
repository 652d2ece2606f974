import { connectNats } from '@hearsay/messaging';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
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

const readAtOnce = 200;

/** A message holds several events and says how many. */
const streamContents = async (
  manager: JetStreamManager,
  name: string,
): Promise<{ events: number; missing: number }> => {
  const { state } = await manager.streams.info(name);
  let events = 0;
  for (let from = state.first_seq; from <= state.last_seq; from += readAtOnce) {
    const sequences = Array.from(
      { length: Math.min(readAtOnce, state.last_seq - from + 1) },
      (_, index) => from + index,
    );
    const messages = await Promise.all(sequences.map((seq) => manager.streams.getMessage(name, { seq })));
    for (const message of messages)
      events += (JSON.parse(message?.header.get('Hearsay-Events') || '{}') as { count?: number }).count ?? 0;
  }
  return { events, missing: state.last_seq - state.messages };
};

/**
 * Compares every question's numbers with what was acknowledged: counters, rows of the boosters, events and their versions, the
 * stream in JetStream, and content's `content_counts`. Call it when everything has settled. @throws WrongResult
 */
export const checkBoosts = async (system: System, byQuestion: Toggles): Promise<string[]> => {
  const questions = [...byQuestion.keys()];
  const acknowledged = [...byQuestion.values()].reduce((sum, { toggles }) => sum + toggles, 0);
  const { counters, pairs, log, allEvents, results } = await inDatabase(system, 'engagement', async (client) => ({
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
    allEvents: await client.query<{ count: number }>('select count(*)::int as count from events'),
    // Marks of batches without events have a hash of one byte.
    results: await client.query<{ count: number }>(
      'select count(*)::int as count from command_results where result is not null and length(payload_hash) > 1',
    ),
  }));
  const ranks = await inDatabase(system, 'content', (client) =>
    client.query<Counts>(
      'select content_id as question, boosts_revision as toggles, boosts from content_counts where content_id = any($1)',
      [questions],
    ),
  );
  const connection = await connectNats({ url: system.natsUrl, name: 'bench-checks' });
  const stream = await streamContents(await jetstreamManager(connection), 'EVT_engagement');
  await connection.close();
  const events = allEvents.rows[0]?.count;
  return [
    mustEqual(
      'Questions whose counter differs from the acknowledged toggles',
      differences(counters.rows, byQuestion),
      [],
    ),
    mustEqual("Questions whose boosters' rows differ from them", differences(pairs.rows, byQuestion), []),
    mustEqual("Questions that differ in content's boost ranks", differences(ranks.rows, byQuestion), []),
    mustEqual('Events of these questions, holes in streams and questions', log.rows[0], {
      events: acknowledged,
      streamsWithHoles: 0,
      questionsWithHoles: 0,
    }),
    mustEqual('Results kept under the keys of the boosts', results.rows[0]?.count, acknowledged),
    mustEqual('Events in JetStream, messages that are missing there', stream, { events, missing: 0 }),
  ];
};
