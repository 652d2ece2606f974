import {
  arrivalScenario,
  defineLoadTest,
  durationObjective,
  openModelObjectives,
  setting,
} from './shared/load-test.ts';
import { boostAtRandom, compareCounts, makeWorld, type World, wrongCounts } from './shared/world.ts';

const objectives = [...openModelObjectives, wrongCounts, durationObjective('boost', 500)];

export const { options, handleSummary } = defineLoadTest('boost', objectives, {
  boosting: arrivalScenario(setting('RATE', 300), __ENV.DURATION || '30s', 'boosting'),
});
export const setup = (): World => makeWorld(setting('PEOPLE', 200), setting('QUESTIONS', 100));
export const boosting = (world: World): void => boostAtRandom(world);
export const teardown = compareCounts;
