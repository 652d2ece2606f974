import { appendFileSync } from 'node:fs';

/** What this reporter reads of jest's results. */
export interface JestCounts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

/** Appends the counts of a jest run as one JSON line to the file named by COUNT_FILE, so that `npm test` can add up all runs. */
export default class CountReporter {
  onRunComplete(_contexts: unknown, results: JestCounts): void {
    const file = process.env.COUNT_FILE;
    if (!file) return;
    // A suite that cannot be loaded has no failed test, but it is no success either.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    appendFileSync(file, `${JSON.stringify({ passed: results.numPassedTests, failed, skipped })}\n`);
  }
}
