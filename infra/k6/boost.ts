import { always, answersWithin, arrivals, loadTest, setting } from './shared/load-test.ts';
import { boost, compareCounts, exactCounts, makeWorld, oneOf, type World } from './shared/world.ts';
import { zipf } from './shared/zipf.ts';

const objectives = [...always, exactCounts, answersWithin('boost', 500)];
const questions = setting('QUESTIONS', 100);
const pick = zipf(questions);

export const { options, handleSummary } = loadTest('boost', objectives, {
  crowd: arrivals(setting('RATE', 300), __ENV.DURATION || '30s', 'crowd'),
});
export const setup = (): World => makeWorld(setting('PEOPLE', 200), questions);
export const crowd = ({ people, questionIds }: World): void =>
  boost(oneOf(people), questionIds[pick(Math.random())] ?? '', Math.random() < 0.7);
export const teardown = compareCounts;
