import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const write = (line: object) =>
  process.env.COUNT_FILE && appendFileSync(process.env.COUNT_FILE, `${JSON.stringify(line)}\n`);

/** Counts as every suite of the project does: one line for each file in COUNT_FILE, and a closing line. A run that breaks counts as a failure. */
export default class CountReporter implements Reporter {
  readonly #sum = { passed: 0, failed: 0, skipped: 0 };
  readonly #files = new Map<
    string,
    { passed: number; failed: number; skipped: number; seconds: number; left: number }
  >();

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const [file, tests] of Map.groupBy(suite.allTests(), ({ location }) => location.file))
      this.#files.set(file, { passed: 0, failed: 0, skipped: 0, seconds: 0, left: tests.length });
  }

  onTestEnd({ location }: TestCase, { status, duration }: TestResult): void {
    const outcome = status === 'passed' || status === 'skipped' ? status : 'failed';
    this.#sum[outcome] += 1;
    const counts = this.#files.get(location.file);
    if (!counts) return;
    counts[outcome] += 1;
    counts.seconds += duration / 1_000;
    counts.left -= 1;
    if (counts.left === 0) this.#tell(location.file);
  }

  onEnd({ status }: FullResult): void {
    for (const file of [...this.#files.keys()]) this.#tell(file);
    if (status !== 'passed' && this.#sum.failed === 0) {
      this.#sum.failed = 1;
      write({ of: 'web/e2e', failed: 1 });
    }
    const { passed, failed, skipped } = this.#sum;
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  }

  #tell(file: string): void {
    const { left: _, ...counts } = this.#files.get(file) ?? { left: 0 };
    this.#files.delete(file);
    write({ of: relative(repository, file), ...counts });
  }

  printsToStdio(): boolean {
    return false;
  }
}
