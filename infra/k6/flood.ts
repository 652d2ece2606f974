import {
  type FloodedWorld,
  longReply,
  randomDelay,
  replyCount,
  scenarioOfHalf,
  scenariosPerRound,
} from './flood/rounds.ts';
import { defineLoadTest, durationObjective, openModelObjectives, setting } from './shared/load-test.ts';
import {
  boostAtRandom,
  compareCounts,
  makeWorld,
  mustPost,
  randomItem,
  type World,
  wrongCounts,
} from './shared/world.ts';

/**
 * People boost all the time. In the second half of each round, visitors also flood the gateway with reads. A second k6
 * (flood/visitors.ts) sends the reads, so that its work does not delay the boosts. `npm run load` compares the metrics,
 * because k6 cannot.
 */
const objectives = [
  ...[...openModelObjectives, wrongCounts],
  ...[durationObjective('boost-calm', 500), durationObjective('boost-flooded', 1000)],
];
const rate = setting('RATE', 100);

export const { options, handleSummary } = defineLoadTest('flood', objectives, {
  warming: scenarioOfHalf('warming', rate, 'warm'),
  ...scenariosPerRound('calm', (round) => scenarioOfHalf(2 * round, rate, 'boostCalmly')),
  ...scenariosPerRound('flooded', (round) => scenarioOfHalf(2 * round + 1, rate, 'boostInTheFlood')),
});

export const setup = (): FloodedWorld => {
  const world = makeWorld(setting('PEOPLE', 50), setting('QUESTIONS', 30));
  for (let index = 0; index < replyCount; index += 1)
    mustPost(`/api/questions/${world.questionIds[0]}/discussions`, { content: longReply }, randomItem(world.people));
  return { ...world, madeAt: Date.now() };
};

const boostAs = (act: string) => (world: World) => {
  randomDelay();
  boostAtRandom(world, act);
};
export const warm = boostAs('warming');
export const boostCalmly = boostAs('boost-calm');
export const boostInTheFlood = boostAs('boost-flooded');
export const teardown = compareCounts;
