import type { Plan, SideSummary } from './interleaved.ts';
import type { Spread } from './statistics.ts';

export interface Finding {
  readonly number: string;
  readonly what: string;
  readonly floor: number;
  readonly goal: number;
  /** Floor and goal are upper bounds instead of lower ones. */
  readonly isAtMost?: boolean;
  /** Compares CPU. */
  readonly ratio: Spread;
  readonly byThroughput?: Spread;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Outcome {
  readonly findings: readonly Finding[];
  readonly sides: Readonly<Record<string, SideSummary>>;
  readonly tables?: readonly Table[];
  /** One sentence per comparison made after measuring. A difference fails the benchmark. */
  readonly checks: readonly string[];
}

export interface Benchmark {
  readonly name: string;
  readonly what: string;
  /** Makes and keeps data that would take too long to make in every run. */
  prepare?(): Promise<void>;
  run(plan: Plan): Promise<Outcome>;
}

export interface Report extends Outcome {
  readonly name: string;
  readonly what: string;
  readonly measuredAt: string;
  readonly commit: string;
  readonly machine: string;
  readonly plan: Plan;
}

/** @throws when the values differ: the measurement is then worthless. @returns the sentence for `checks` */
export const mustEqual = (what: string, found: unknown, expected: unknown): string => {
  const [is, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== wanted) throw new Error(`${what}: found ${is}, expected ${wanted}`);
  return `${what}: ${is}`;
};
