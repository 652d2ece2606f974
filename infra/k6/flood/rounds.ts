import { sleep } from 'k6';
import { arrivals, setting } from '../shared/load-test.ts';
import type { World } from '../shared/world.ts';

/** Replies of the question that most of the flood reads, and what each of them says. */
export const replies = setting('REPLIES', 100);
export const longReply = 'What I never told anyone: '.padEnd(500, 'and so on, ');

/** What the k6 of those who boost has made, for that of the visitors as well. */
export interface FloodedWorld extends World {
  /** Milliseconds since 1970: the first scenarios begin then. */
  readonly madeAt: number;
}

/** Of one half of a round: calm and flood take turns, so that a machine that grows slower meanwhile is slower for both. */
const seconds = setting('DURATION', 6);
/** The first calls compile what the others run: they are made beforehand and not judged. */
const warmingSeconds = setting('WARMING', 10);
/** Between two halves, so that none of the first is left in the second. */
const pauseSeconds = 2;

/** A scenario that runs `exec` in half number `half` of all rounds, or before them; it may begin earlier by some seconds. */
export const inHalf = (half: number | 'warming', rate: number, exec: string, earlierSeconds = 0) => {
  const isWarming = half === 'warming';
  const from = isWarming ? 0 : warmingSeconds + pauseSeconds + half * (seconds + pauseSeconds) - earlierSeconds;
  const duration = `${isWarming ? warmingSeconds : seconds + earlierSeconds}s`;
  return { ...arrivals(rate, duration, exec, rate), startTime: `${from}s` };
};

/** One scenario for each round, named `name0` and so on. */
export const inEachRound = (name: string, scenarioOf: (round: number) => object) =>
  Object.fromEntries(
    Array.from({ length: setting('ROUNDS', 5) }, (_, round) => [`${name}${round}`, scenarioOf(round)]),
  );

/**
 * k6 spaces arrivals evenly, so that boosts would never meet each other, and always the same reads. People come at random:
 * this makes it a Poisson process within a quarter of a second.
 */
export const atRandom = (): number => {
  const wait = Math.random() / 4;
  sleep(wait);
  return wait;
};
