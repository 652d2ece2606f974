import type { Plan, SideSummary } from './interleaved.ts';
import type { Spread } from './statistics.ts';

/** One ratio, what it must reach and what it should. */
export interface Finding {
  /** Its name in the table of ratios, such as `1` or `2 spread`. */
  readonly number: string;
  readonly what: string;
  readonly floor: number;
  readonly goal: number;
  /** Floor and goal are not to be exceeded; otherwise they are to be reached. */
  readonly isAtMost?: boolean;
  /** By CPU; without it the ratio is one of operations a second. */
  readonly ratio?: Spread;
  /** By operations a second. */
  readonly byThroughput?: Spread;
}

/** Figures that are no ratios, as they are to be shown. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Outcome {
  readonly findings: readonly Finding[];
  readonly sides: Readonly<Record<string, SideSummary>>;
  readonly tables?: readonly Table[];
  /** What was compared after the measuring, one sentence each; whatever is not equal fails the benchmark before this. */
  readonly checks: readonly string[];
}

export interface Benchmark {
  readonly name: string;
  readonly what: string;
  /** Makes and keeps what takes too long to be made for every run; `run` goes without where it is missing. */
  prepare?(): Promise<void>;
  run(plan: Plan): Promise<Outcome>;
}

/** What lies in .local/bench/<name>.json. */
export interface Report extends Outcome {
  readonly name: string;
  readonly what: string;
  /** ISO instant. */
  readonly measuredAt: string;
  readonly commit: string;
  readonly machine: string;
  readonly plan: Plan;
}

/** What was compared, in words. @throws when the two differ: then whatever was measured is worth nothing */
export const mustEqual = (what: string, found: unknown, expected: unknown): string => {
  const [is, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== wanted) throw new Error(`${what}: found ${is}, expected ${wanted}`);
  return `${what}: ${is}`;
};
