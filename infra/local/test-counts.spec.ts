import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import CountReporter from '../../libs/local-servers/src/jest-count-reporter.ts';
import { addCounts, closingLine, countFileOf, noCounts, suiteCounts, taskCountsSoFar } from './test-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearsay-local-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the counts of a test run', () => {
  it('end in one line that CI can read', () => {
    expect(
      closingLine(
        addCounts([
          { passed: 3, failed: 0, skipped: 1 },
          { passed: 4, failed: 2, skipped: 0 },
        ]),
      ),
    ).toBe('7 passed, 2 failed, 1 skipped');
  });

  it('add up what jest reports, a suite that cannot be loaded included', () => {
    const file = join(folder, 'jest.jsonl');
    const results = { numPassedTests: 5, numFailedTests: 1, numRuntimeErrorTestSuites: 1, numPendingTests: 2, numTodoTests: 1 };
    const before = process.env.COUNT_FILE;
    process.env.COUNT_FILE = file;
    new CountReporter().onRunComplete(new Set(), results);
    new CountReporter().onRunComplete(new Set(), { ...results, numFailedTests: 0, numRuntimeErrorTestSuites: 0 });
    if (before === undefined) delete process.env.COUNT_FILE;
    else process.env.COUNT_FILE = before;
    expect(suiteCounts(file, 1)).toEqual({ passed: 10, failed: 2, skipped: 6 });
  });

  it('never call a run that ended badly a success', () => {
    const file = join(folder, 'killed.jsonl');
    expect(suiteCounts(file, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    writeFileSync(file, '{"passed":9,"failed":0,"skipped":0}\n');
    expect(suiteCounts(file, 1)).toEqual({ passed: 9, failed: 1, skipped: 0 });
    expect(suiteCounts(file, 0)).toEqual({ passed: 9, failed: 0, skipped: 0 });
  });

  it('are not known while a task has yet to write them, or is writing them', () => {
    const file = countFileOf(folder, 'unit');
    expect(taskCountsSoFar(folder, 'unit')).toBeUndefined();
    mkdirSync(dirname(file), { recursive: true });
    const counts = { ...noCounts, passed: 7 };
    const whole = JSON.stringify(counts);
    for (const part of ['', whole.slice(0, 5)]) {
      writeFileSync(file, part);
      expect(taskCountsSoFar(folder, 'unit')).toBeUndefined();
    }
    writeFileSync(file, whole);
    expect(taskCountsSoFar(folder, 'unit')).toEqual(counts);
  });
});
