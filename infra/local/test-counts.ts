import { readJson } from './servers/processes.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (counts: readonly Counts[]): Counts => {
  const sumOf = (name: keyof Counts) => counts.reduce((sum, each) => sum + each[name], 0);
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped') };
};

/** The report of jest, or the report of Playwright, which has the numbers in `stats`. */
type Report = Readonly<Record<string, number | undefined>> & { readonly stats?: Report };

/** Reads the counts of a report. An exit code other than 0 is at least one failure, such as a failed teardown. */
export const reportCounts = (file: string, exitCode: number): Counts => {
  const { stats, ...report } = readJson<Report>(file) ?? {};
  const sumOf = (...names: string[]) => names.reduce((sum, name) => sum + (report[name] ?? stats?.[name] ?? 0), 0);
  // A test file that jest could not load is a failure too.
  const failed = sumOf('numFailedTests', 'numRuntimeErrorTestSuites', 'unexpected', 'flaky');
  return {
    passed: sumOf('numPassedTests', 'expected'),
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: sumOf('numPendingTests', 'numTodoTests', 'skipped'),
  };
};

export const checkCounts = (exitCode: number): Counts => ({ ...noCounts, [exitCode === 0 ? 'passed' : 'failed']: 1 });

/** The last line of `npm test`, which tools read. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
