import { existsSync, readFileSync } from 'node:fs';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (counts: readonly Counts[]): Counts =>
  counts.reduce(
    (sum, { passed, failed, skipped }) => ({ passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }),
    noCounts,
  );

/**
 * What a run of a suite counts for: the lines it wrote to its count file, and one failure more when it failed without a failed test
 * (it could not be loaded, was killed, or its teardown failed).
 */
export const suiteCounts = (file: string, exitCode: number): Counts => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const counts = addCounts(lines.map((line) => ({ ...noCounts, ...(JSON.parse(line) as Partial<Counts>) })));
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

/** A check without tests of its own counts as one. */
export const checkCounts = (exitCode: number): Counts => ({ ...noCounts, [exitCode === 0 ? 'passed' : 'failed']: 1 });

/** The closing line of `npm test`; tools read it. */
export const closingLine = ({ passed, failed, skipped }: Counts): string => `${passed} passed, ${failed} failed, ${skipped} skipped`;
