import { Counter } from 'k6/metrics';
import { type FloodedWorld, longReply, replies } from './flood/long-question.ts';
import { atRandom, calm, flooded, rounds, warming } from './flood/rounds.ts';
import { boost, countsThatDiffer, makeWorld, oneOf, post, type World } from './shared/api.ts';
import {
  allChecks,
  answersWithin,
  arrivals,
  exactCounts,
  noDrops,
  noFailures,
  thresholdsOf,
} from './shared/objectives.ts';
import { summaryOf } from './shared/summary.ts';
import { zipf } from './shared/zipf.ts';

/**
 * People boost, first among themselves, then while visitors flood the gateway with reads. The visitors come from a k6 of their own (flood/visitors.ts), because those who wait for
 * their boosts would otherwise wait for what the flood itself takes in their own program. What the flood does to the boosts, and to the gateway's memory, is judged by
 * `npm run load` (infra/local/flood-verdict.ts): k6 compares no two metrics.
 */
const objectives = [
  allChecks,
  noFailures,
  exactCounts,
  noDrops,
  answersWithin('boost-calm', 500),
  answersWithin('boost-flooded', 1000),
];
const rate = Number(__ENV.RATE || 100);
const people = Number(__ENV.PEOPLE || 50);
const questions = Number(__ENV.QUESTIONS || 30);

export const options = {
  scenarios: Object.assign(
    { warming: { ...arrivals(rate, warming.duration, 'warm', rate), ...warming } },
    ...Array.from({ length: rounds }, (_, round) => ({
      [`calm${round}`]: { ...arrivals(rate, calm(round).duration, 'boostCalmly', rate), ...calm(round) },
      [`flooded${round}`]: { ...arrivals(rate, flooded(round).duration, 'boostInTheFlood', rate), ...flooded(round) },
    })),
  ),
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

const differing = new Counter(exactCounts.metric);
const pick = zipf(questions);

export const setup = (): FloodedWorld => {
  const world = makeWorld(people, questions);
  for (let index = 0; index < replies; index += 1) {
    const said = post(
      `/api/questions/${world.questionIds[0]}/discussions`,
      { content: longReply },
      oneOf(world.people),
      'fill',
    );
    if (said.status !== 201) throw new Error(`A reply is answered ${said.status}: ${said.body}`);
  }
  return { ...world, madeAt: Date.now() };
};

const boostAs = (act: string, { people: boosters, questionIds }: World): void => {
  atRandom();
  boost(oneOf(boosters), questionIds[pick(Math.random())] ?? '', Math.random() < 0.7, act);
};

export const warm = (world: World): void => boostAs('warming', world);
export const boostCalmly = (world: World): void => boostAs('boost-calm', world);
export const boostInTheFlood = (world: World): void => boostAs('boost-flooded', world);

export const teardown = (world: World): void => differing.add(countsThatDiffer(world));

export const handleSummary = (data: unknown) => summaryOf('flood', objectives, data);
