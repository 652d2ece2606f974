import { appendFileSync } from 'node:fs';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Counts as every suite of the project does: one line in COUNT_FILE, and a closing line. A run that breaks counts as a failure. */
export default class CountReporter implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };

  onTestEnd(_test: TestCase, { status }: TestResult): void {
    this.#counts[status === 'passed' || status === 'skipped' ? status : 'failed'] += 1;
  }

  onEnd({ status }: FullResult): void {
    const counts = this.#counts;
    if (status !== 'passed' && counts.failed === 0) counts.failed = 1;
    if (process.env.COUNT_FILE) appendFileSync(process.env.COUNT_FILE, `${JSON.stringify(counts)}\n`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
