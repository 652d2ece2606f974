import { Counter } from 'k6/metrics';
import { boost, countsThatDiffer, makeWorld, oneOf, type World } from './shared/api.ts';
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

/** A crowd boosts, most of it the same few questions. */
const objectives = [allChecks, noFailures, exactCounts, noDrops, answersWithin('boost', 500)];
const rate = Number(__ENV.RATE || 300);
const duration = __ENV.DURATION || '30s';
const people = Number(__ENV.PEOPLE || 200);
const questions = Number(__ENV.QUESTIONS || 100);

export const options = {
  scenarios: { crowd: arrivals(rate, duration, 'crowd') },
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

const differing = new Counter(exactCounts.metric);
const pick = zipf(questions);

export const setup = (): World => makeWorld(people, questions);

export const crowd = ({ people: boosters, questionIds }: World): void =>
  boost(oneOf(boosters), questionIds[pick(Math.random())] ?? '', Math.random() < 0.7);

export const teardown = (world: World): void => differing.add(countsThatDiffer(world));

export const handleSummary = (data: unknown) => summaryOf('boost', objectives, data);
