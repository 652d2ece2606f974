import { answerDatabase, answerMissing, answerRole, startAnswer } from './answer-server.ts';
import { type Benchmark, mustEqual } from './benchmark.ts';
import { checkBoosts } from './boost-checks.ts';
import { checkKeys } from './boost-path.ts';
import { interleave, perRound, type Sample, type Side, summaryOf, throughputRatio } from './interleaved.ts';
import { type LoadProcess, type LoadResult, startLoad } from './load-process.ts';
import type { Toggles } from './loads/boosts-over-nats.ts';
import { cpuByRole, microsecondsPerTick, total } from './process-cpu.ts';
import { backendNames, inDatabase, type System, serverPids, settled, withSystem } from './whole-system.ts';

/** The same people, questions and order of toggles on both sides: two votes on each question, everybody's on the hot one. */
const acts = { people: 200, questions: 500, spreadPairs: 1000 };
/** Ours are fewer than people, for on the hot question each has one call on its way; Answer's are twice the connections of its pool. */
const callers = { hearsay: 192, answer: 32 };
const names = {
  boostsSpread: 'boosts spread over 500 questions',
  votesSpread: 'votes of Apache Answer, spread',
  boostsHot: 'boosts on one question',
  votesHot: 'votes of Apache Answer, one question',
};

const hearsayPids = (system: System): Record<string, number> => {
  const { [answerRole]: _answer, ...hearsay } = serverPids(system);
  return hearsay;
};

const askAgainMs = 200;
const looksAtRest = 2;
const timeoutMs = 120_000;

/** Resolves when Answer has worked off what stands in its queues: it tells nobody, but at rest it uses no CPU. */
const answerAtRest = async (system: System): Promise<void> => {
  const used = () => total(cpuByRole({ [answerRole]: system.pids[answerRole] ?? 0 }));
  const until = performance.now() + timeoutMs;
  for (let looks = 0, before = used(); looks < looksAtRest; ) {
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    const now = used();
    looks = now - before <= microsecondsPerTick ? looks + 1 : 0;
    before = now;
    if (performance.now() > until) throw new Error(`Apache Answer still works after ${timeoutMs / 1000} s`);
  }
};

const differences = (found: Readonly<Record<string, number>>, { byQuestion }: Toggles): string[] =>
  Object.entries(byQuestion).flatMap(([question, { boosts }]) => (found[question] === boosts ? [] : [question]));

/** Compares Answer's votes with what it has acknowledged: the rows of the voters, and what its API says. @throws WrongResult */
const checkVotes = async (system: System, load: LoadProcess): Promise<string[]> => {
  const toggles = await load.ask<Toggles>('tally');
  const rows = await inDatabase(system, answerDatabase, (client) =>
    client.query<{ question: string; votes: number }>(
      `select activity.object_id::text as question, count(*)::int as votes from activity join config on config.id = activity.activity_type
       where config.key = 'question.vote_up' and activity.cancelled = 0 group by 1`,
    ),
  );
  const votes = Object.fromEntries(Object.keys(toggles.byQuestion).map((question) => [question, 0]));
  for (const row of rows.rows) votes[row.question] = row.votes;
  const { shown, counted } = await load.ask<{ shown: Record<string, number>; counted: Record<string, number> }>(
    'readBack',
  );
  const acknowledged = Object.values(toggles.byQuestion).reduce((sum, count) => sum + count.toggles, 0);
  return [
    mustEqual(
      `Questions of Apache Answer whose voters' rows differ from the ${acknowledged} acknowledged votes and cancellations`,
      differences(votes, toggles),
      [],
    ),
    mustEqual(
      'Questions of Apache Answer whose number of votes differs from them once it is counted anew',
      differences(counted, toggles),
      [],
    ),
    `Questions of Apache Answer that showed another number until then, since it counts beside its transaction: ${differences(shown, toggles).length}`,
  ];
};

/** Ratio 16: a vote of another product beside a boost, each with everything that it causes, on the same PostgreSQL. */
export const peer: Benchmark = {
  name: 'peer',
  what: 'A vote of Apache Answer 2.0.2 (server and PostgreSQL) beside a boost through the whole stack (all processes), each switched on and off in turns',
  missing: answerMissing,

  run: (plan) =>
    withSystem(async (system) => {
      const { url, administrator } = await startAnswer(system);
      const boosts = startLoad(new URL('./loads/boosts-over-http.ts', import.meta.url));
      const votes = startLoad(new URL('./loads/votes-of-answer.ts', import.meta.url));
      try {
        await votes.ask('connect', { url, administrator, ...acts, callers: callers.answer });
        await votes.ask('mix');
        await boosts.ask('connect', { url: system.url, ...acts, callers: callers.hearsay });
        await boosts.ask('mix');
        // Without statistics PostgreSQL would read whole tables for each of its votes, until autovacuum comes by.
        await inDatabase(system, answerDatabase, (client) => client.query('vacuum analyze'));
        await settled(system);
        const ours = (name: string, isHot: boolean): Side => ({
          name,
          pids: () => hearsayPids(system),
          backends: () => backendNames(system),
          run: (seconds) => boosts.ask<LoadResult>('boost', { seconds, isHot }),
          settle: () => settled(system),
        });
        const theirs = (name: string, isHot: boolean): Side => ({
          name,
          pids: () => ({ [answerRole]: system.pids[answerRole] ?? 0, postgres: system.pids.postgres ?? 0 }),
          backends: () => backendNames(system),
          path: [answerRole, 'postgres', `postgres/${answerRole}`],
          run: (seconds) => votes.ask<LoadResult>('vote', { seconds, isHot }),
          settle: () => answerAtRest(system),
        });
        const rounds = await interleave(
          [
            ours(names.boostsSpread, false),
            theirs(names.votesSpread, false),
            ours(names.boostsHot, true),
            theirs(names.votesHot, true),
          ],
          plan,
        );
        await settled(system);
        const toggles = await boosts.ask<Toggles>('tally');
        const done = Object.values(toggles.byQuestion).reduce((sum, count) => sum + count.toggles, 0);
        // Its connections may tidy up while boosts are measured: that is no work of a boost.
        const boostCpu = ({ cpuPerOperation, cpuByRole: used }: Sample) =>
          cpuPerOperation - (used[`postgres/${answerRole}`] ?? 0);
        const finding = (number: string, where: string, vote: string, boost: string) => ({
          number,
          what: `CPU of a vote of Apache Answer, server and PostgreSQL ÷ CPU of a boost over all processes, ${where}`,
          floor: 12,
          goal: 20,
          ratio: perRound(rounds, (find) => find(vote).pathCpuPerOperation / boostCpu(find(boost))),
          byThroughput: throughputRatio(rounds, boost, vote),
        });
        return {
          findings: [
            finding('16 hot', `on one question of ${acts.people} voters`, names.votesHot, names.boostsHot),
            finding('16 spread', `over ${acts.questions} questions`, names.votesSpread, names.boostsSpread),
          ],
          sides: Object.fromEntries(Object.values(names).map((name) => [name, summaryOf(rounds, name)])),
          checks: [
            ...(await checkBoosts(system, toggles)),
            await checkKeys(system, done),
            ...(await checkVotes(system, votes)),
          ],
        };
      } finally {
        await Promise.all([boosts.stop(), votes.stop()]);
      }
    }),
};
