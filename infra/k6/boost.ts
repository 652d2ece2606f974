import { always, answersWithin, arrivals, loadTest, setting } from './shared/load-test.ts';
import { boostSome, compareCounts, exactCounts, makeWorld, type World } from './shared/world.ts';

const objectives = [...always, exactCounts, answersWithin('boost', 500)];

export const { options, handleSummary } = loadTest('boost', objectives, {
  boosting: arrivals(setting('RATE', 300), __ENV.DURATION || '30s', 'boosting'),
});
export const setup = (): World => makeWorld(setting('PEOPLE', 200), setting('QUESTIONS', 100));
export const boosting = (world: World): void => boostSome(world);
export const teardown = compareCounts;
