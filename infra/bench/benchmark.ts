import type { Plan, SideSummary } from './interleaved.ts';
import type { Spread } from './statistics.ts';

/** A measured ratio of two sides. The report shows it beside the wanted `floor` and `goal`. */
export interface Finding {
  readonly number: string;
  readonly what: string;
  readonly floor: number;
  readonly goal: number;
  /** If true, `floor` and `goal` are upper bounds of the ratio. If false, they are lower bounds. */
  readonly isAtMost?: boolean;
  /** Ratio of the CPU per operation. */
  readonly ratio: Spread;
  /** Ratio of the operations per second. */
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
  /** One sentence for each comparison of data after the measurement. A difference fails the benchmark. */
  readonly checks: readonly string[];
}

export interface Benchmark {
  readonly name: string;
  readonly what: string;
  /** Fills a database once and keeps it for later runs, because filling takes long. */
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

/** @throws when the values differ, because the measurement is then worthless. @returns the sentence for `checks` */
export const mustEqual = (what: string, found: unknown, expected: unknown): string => {
  const [is, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== wanted) throw new Error(`${what}: found ${is}, expected ${wanted}`);
  return `${what}: ${is}`;
};
