import { sleep } from 'k6';

/** Calm boosts and boosts in the flood take turns, so that a machine that grows slower meanwhile is slower for both. */
export const rounds = Number(__ENV.ROUNDS || 5);
/** Of one half of a round. */
const seconds = Number.parseInt(__ENV.DURATION || '6s', 10);
/** The first calls compile what the others run: they are made beforehand and not judged. */
const warmingSeconds = Number.parseInt(__ENV.WARMING || '10s', 10);
/** Between two halves, so that none of the first is left in the second. */
const pauseSeconds = 2;
/** The flood comes before the boosts that it is to disturb, and stays longer: the two programs begin within a tenth of a second of each other. */
const aroundSeconds = 1;

interface Span {
  readonly startTime: string;
  readonly duration: string;
}

const span = (from: number, length: number): Span => ({ startTime: `${from}s`, duration: `${length}s` });
const halfSeconds = seconds + pauseSeconds;
const calmFrom = (round: number): number => warmingSeconds + pauseSeconds + 2 * round * halfSeconds;

export const warming = span(0, warmingSeconds);
export const calm = (round: number): Span => span(calmFrom(round), seconds);
export const flooded = (round: number): Span => span(calmFrom(round) + halfSeconds, seconds);
/** Of the visitors, in the half of a round that they flood. */
export const flood = (round: number): Span =>
  span(calmFrom(round) + halfSeconds - aroundSeconds, seconds + aroundSeconds);

/** k6 spaces arrivals evenly, so that boosts would never meet each other, and always the same reads. People come at random: this makes it a Poisson process within a quarter of a second. */
export const atRandom = (): number => {
  const wait = Math.random() / 4;
  sleep(wait);
  return wait;
};
