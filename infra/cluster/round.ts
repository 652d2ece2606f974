import { setTimeout as pause } from 'node:timers/promises';
import { ResumingViewer } from '../journeys/resuming-viewer.ts';
import { untilReadyAndSettled } from '../journeys/settled.ts';
import { waitUntil } from '../local/servers/processes.ts';
import { problemsAfter, problemsFrom } from './checks.ts';
import type { Cluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import { type Load, prepareLoad } from './load.ts';

/** Each person waits for one answer at a time. With so large a number, a few slow calls hardly change the rate. */
const peopleCount = 24;
const actEveryMs = 1200;
const warmUpMs = 1500;
const baselineMs = 3000;
/** The throughput has recovered when it reaches this part of the usual throughput. */
const partOfUsual = 0.9;
/** Each rate is measured over this time. */
const windowMs = 2000;
const settledWithinMs = 120_000;

export interface RoundResult {
  readonly acts: number;
  /** Acts a second before the fault. */
  readonly usual: number;
  /** Acts in the worst second after the beginning of the fault. */
  readonly lowest: number;
  /** Time until the throughput had recovered. Undefined if it did not recover during the round. */
  readonly backAfterMs: number | undefined;
  readonly problems: readonly string[];
}

/** @returns the time after `from` until a whole window had the usual throughput */
const timeUntilBack = (load: Load, usual: number, from: number, until: number): number | undefined => {
  for (let at = from; at + windowMs <= until; at += 100)
    if (load.actsPerSecond(at, at + windowMs) >= usual * partOfUsual) return at - from;
  return undefined;
};

const ratesOf = (load: Load, from: number, until: number): number[] =>
  Array.from({ length: Math.floor((until - from) / 1000) }, (_, second) =>
    load.actsPerSecond(from + second * 1000, from + (second + 1) * 1000),
  );

/** The throughput must recover within `withinMs` after the beginning of the fault, and again after its end. */
export const runRound = async (
  cluster: Cluster,
  name: string,
  fault: Fault,
  withinMs: number,
): Promise<RoundResult> => {
  const load = await prepareLoad(cluster.url, name, { peopleCount, everyMs: actEveryMs });
  const { people, questions } = load.acts;
  const viewers = people.slice(0, 2).map((person) => new ResumingViewer(person, questions[0]!.question.id));
  load.start();
  await pause(warmUpMs + baselineMs);
  const from = performance.now();
  const usual = load.actsPerSecond(from - baselineMs, from);
  const problems = await problemsFrom('the fault', () => fault.happen(load));
  // Measures again from the end of the fault, because a paused member may disturb others when it runs again.
  const over = performance.now();
  const isBack = () => timeUntilBack(load, usual, over, performance.now()) !== undefined;
  await waitUntil(isBack, withinMs + windowMs);
  const until = performance.now();
  problems.push(...(await problemsFrom('an act', () => load.stop())));
  const rates = ratesOf(load, from, until);
  const backAtTheEndMs = timeUntilBack(load, usual, over, until);
  const backAfterMs = timeUntilBack(load, usual, from, until) ?? (backAtTheEndMs && over - from + backAtTheEndMs);
  if (backAfterMs === undefined || backAfterMs > withinMs || backAtTheEndMs === undefined)
    problems.push(
      `the throughput was not back within ${withinMs / 1000} s of the fault or of its end, ` +
        `${Math.round((over - from) / 1000)} s later. Acts in each second: ${rates.join(' ')}`,
    );
  problems.push(...(await problemsFrom('not settled', () => untilReadyAndSettled(cluster.system, settledWithinMs))));
  problems.push(...(await problemsAfter(cluster, load, viewers)));
  await Promise.all(viewers.map((viewer) => viewer.end()));
  return { acts: load.acknowledged, usual, lowest: Math.min(...rates), backAfterMs, problems };
};
