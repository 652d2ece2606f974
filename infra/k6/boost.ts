import { answersWithin, arrivalScenario, loadTest, openModelObjectives, setting } from './shared/load-test.ts';
import { boostAtRandom, compareCounts, exactCounts, makeWorld, type World } from './shared/world.ts';

const objectives = [...openModelObjectives, exactCounts, answersWithin('boost', 500)];

export const { options, handleSummary } = loadTest('boost', objectives, {
  boosting: arrivalScenario(setting('RATE', 300), __ENV.DURATION || '30s', 'boosting'),
});
export const setup = (): World => makeWorld(setting('PEOPLE', 200), setting('QUESTIONS', 100));
export const boosting = (world: World): void => boostAtRandom(world);
export const teardown = compareCounts;
