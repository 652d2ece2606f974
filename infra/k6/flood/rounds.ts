import { sleep } from 'k6';
import { arrivalScenario, setting } from '../shared/load-test.ts';
import type { World } from '../shared/world.ts';

export const replyCount = setting('REPLIES', 100);
export const longReply = 'What I never told anyone: '.padEnd(500, 'and so on, ');

export interface FloodedWorld extends World {
  readonly madeAt: number;
}

/** Length of half a round. Calm and flooded halves alternate, so that a machine that slows down affects both. */
const seconds = setting('DURATION', 6);
/** Length of the warm-up, in which the JIT compiles the code. Its calls are not judged. */
const warmingSeconds = setting('WARMING', 10);
const pauseSeconds = 2;

/** With `earlierSeconds`, the half begins this much earlier and ends at the same time. */
export const scenarioOfHalf = (half: number | 'warming', rate: number, exec: string, earlierSeconds = 0) => {
  const isWarming = half === 'warming';
  const from = isWarming ? 0 : warmingSeconds + pauseSeconds + half * (seconds + pauseSeconds) - earlierSeconds;
  const duration = `${isWarming ? warmingSeconds : seconds + earlierSeconds}s`;
  return { ...arrivalScenario(rate, duration, exec, rate), startTime: `${from}s` };
};

export const scenariosPerRound = (name: string, scenarioOf: (round: number) => object) =>
  Object.fromEntries(
    Array.from({ length: setting('ROUNDS', 5) }, (_, round) => [`${name}${round}`, scenarioOf(round)]),
  );

/**
 * Delays an arrival by up to a quarter of a second. k6 spaces arrivals evenly. Without the delay two boosts would never
 * run at the same time, and a boost would always run beside the same reads.
 */
export const randomDelay = (): number => {
  const wait = Math.random() / 4;
  sleep(wait);
  return wait;
};
