import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** What a run of a suite writes to its count file when a file of tests has ended. */
export interface FileCounts extends Counts {
  /** The file's path in the repository. */
  readonly of: string;
  readonly seconds: number;
}

/** The files of tests that have ended, in the order in which they did. A line that is being written is left for the next look. */
export const fileCounts = (countFile: string): FileCounts[] => {
  const text = existsSync(countFile) ? readFileSync(countFile, 'utf8') : '';
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines
    .filter(Boolean)
    .map((line) => ({ of: '', seconds: 0, ...noCounts, ...(JSON.parse(line) as Partial<FileCounts>) }));
};

/**
 * What a run of a suite counts for: the lines it wrote to its count file, and one failure more when it failed without a failed test
 * (it was killed, or its teardown failed).
 */
export const suiteCounts = (file: string, exitCode: number): Counts => {
  const counts = addCounts(fileCounts(file));
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

/** Where a task of a workspace leaves what it counts for. */
export const countFileOf = (workspace: string, target: string): string => join(workspace, '.counts', `${target}.json`);

/** What a task of a workspace has left; one failure when it left nothing, because it was never run to its end. */
export const taskCounts = (workspace: string, target: string): Counts => {
  const file = countFileOf(workspace, target);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : { ...noCounts, failed: 1 };
};

/** The same while tasks still run: undefined until there is a whole answer, because a file may be read in the middle of being written. */
export const taskCountsSoFar = (workspace: string, target: string): Counts | undefined => {
  try {
    return JSON.parse(readFileSync(countFileOf(workspace, target), 'utf8')) as Counts;
  } catch {
    return undefined;
  }
};

/** A check without tests of its own counts as one. */
export const checkCounts = (exitCode: number): Counts => ({ ...noCounts, [exitCode === 0 ? 'passed' : 'failed']: 1 });

/** The closing line of `npm test`; tools read it. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
