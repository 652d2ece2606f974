import { readJson } from './servers/processes.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    noCounts,
  );

interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  /** Files that could not be loaded. They have no failed test, but are failures. */
  readonly numRuntimeErrorTestSuites?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  readonly stats?: { readonly expected: number; unexpected: number; flaky: number; skipped: number };
}

/** A bad exit code counts as a failure even without a report: the run was killed, or its teardown failed. */
export const reportCounts = (file: string, exitCode: number): Counts => {
  const report = readJson<Report>(file) ?? {};
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {};
  const { numRuntimeErrorTestSuites: unloaded = 0, numPendingTests: pending = 0, numTodoTests: todo = 0 } = report;
  const failed = (report.numFailedTests ?? 0) + unloaded + unexpected + flaky;
  return {
    passed: (report.numPassedTests ?? 0) + expected,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: pending + todo + skipped,
  };
};

export const checkCounts = (exitCode: number): Counts => ({ ...noCounts, [exitCode === 0 ? 'passed' : 'failed']: 1 });

/** Tools read the closing line of `npm test`. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
