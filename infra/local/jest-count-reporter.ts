import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What this reporter reads of jest's results of a file. */
export interface JestFileResult {
  readonly testFilePath: string;
  readonly numPassingTests: number;
  readonly numFailingTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Why the file could not be run at all. */
  readonly testExecError?: unknown;
  /** Milliseconds. */
  readonly perfStats: { readonly runtime: number };
}

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Appends each file's counts as one JSON line to COUNT_FILE. `npm test` prints them and adds up all runs. */
export default class CountReporter {
  onTestFileResult(_test: unknown, result: JestFileResult): void {
    const file = process.env.COUNT_FILE;
    if (!file) return;
    const counts = {
      of: relative(repository, result.testFilePath),
      passed: result.numPassingTests,
      // A file that cannot be loaded has no failed test, but it is no success either.
      failed: result.numFailingTests + (result.testExecError ? 1 : 0),
      skipped: result.numPendingTests + result.numTodoTests,
      seconds: result.perfStats.runtime / 1_000,
    };
    appendFileSync(file, `${JSON.stringify(counts)}\n`);
  }
}
