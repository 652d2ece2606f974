import { check } from 'k6';
import { Counter } from 'k6/metrics';
import { boost, countsThatDiffer, get, makeWorld, oneOf, post, type World } from './shared/api.ts';
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

/** A little of everything, in seconds: does the system answer as it should under a few people at once? */
const objectives = [
  allChecks,
  noFailures,
  exactCounts,
  noDrops,
  answersWithin('boost', 2000),
  answersWithin('feed', 2000),
];
const rate = Number(__ENV.RATE || 10);
const duration = __ENV.DURATION || '5s';
const people = Number(__ENV.PEOPLE || 8);
const questions = Number(__ENV.QUESTIONS || 6);

export const options = {
  scenarios: { visit: arrivals(rate, duration, 'visit') },
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
};

const differing = new Counter(exactCounts.metric);
const pick = zipf(questions);

export const setup = (): World => makeWorld(people, questions);

export const visit = ({ people: visitors, questionIds }: World): void => {
  const person = oneOf(visitors);
  const questionId = questionIds[pick(Math.random())] ?? '';
  const feed = get('/api/feed?sortBy=recent&limit=10', person, 'feed');
  check(feed, {
    'the feed lists questions': (answer) => answer.status === 200 && (answer.json() as unknown[]).length > 0,
  });
  boost(person, questionId, Math.random() < 0.7);
  const words = `Heard at ${Date.now()}`;
  const said = post('/api/discussions', { questionId, content: words }, person, 'say');
  check(said, { 'a message is kept': (answer) => answer.status === 201 && answer.json('content') === words });
  const page = get(`/api/questions/${questionId}`, person, 'question');
  check(page, {
    'a question shows its chat': (answer) => answer.status === 200 && (answer.json('discussionCount') as number) > 0,
  });
};

export const teardown = (world: World): void => differing.add(countsThatDiffer(world));

export const handleSummary = (data: unknown) => summaryOf('smoke', objectives, data);
