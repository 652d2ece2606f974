import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0 });

/** @param {Counts[]} counts @returns {Counts} */
export const addCounts = (counts) =>
  counts.reduce(
    (sum, { passed, failed, skipped }) => ({ passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }),
    noCounts(),
  );

/**
 * What a run of a suite counts for: the lines it wrote to its count file, and one failure more when it failed without a failed test
 * (it could not be loaded, was killed, or its teardown failed).
 * @param {string} file
 * @param {number} exitCode
 * @returns {Counts}
 */
export const suiteCounts = (file, exitCode) => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const counts = addCounts(lines.map((line) => ({ ...noCounts(), ...JSON.parse(line) })));
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
};

/** A check without tests of its own counts as one. @returns {Counts} */
export const checkCounts = (exitCode) => ({ ...noCounts(), [exitCode === 0 ? 'passed' : 'failed']: 1 });

/** The closing line of `npm test`; tools read it. */
export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
