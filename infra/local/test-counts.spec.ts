import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import CountReporter from './jest-count-reporter.ts';
import {
  addCounts,
  closingLine,
  countFileOf,
  fileCounts,
  noCounts,
  suiteCounts,
  taskCountsSoFar,
} from './test-counts.ts';

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

  it('add up what jest reports of its files, one that cannot be loaded included', () => {
    const file = join(folder, 'jest.jsonl');
    const result = {
      numPassingTests: 5,
      numFailingTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      perfStats: { runtime: 1_500 },
    };
    const before = process.env.COUNT_FILE;
    process.env.COUNT_FILE = file;
    const reporter = new CountReporter();
    const testFilePath = import.meta.filename;
    reporter.onTestFileResult({}, { ...result, testFilePath });
    reporter.onTestFileResult(
      {},
      { ...result, testFilePath, numFailingTests: 0, testExecError: new Error('It cannot be loaded.') },
    );
    if (before === undefined) delete process.env.COUNT_FILE;
    else process.env.COUNT_FILE = before;
    const counts = { of: 'infra/local/test-counts.spec.ts', passed: 5, failed: 1, skipped: 3, seconds: 1.5 };
    expect(fileCounts(file)).toEqual([counts, counts]);
    expect(suiteCounts(file, 1)).toEqual({ passed: 10, failed: 2, skipped: 6 });
  });

  it('tell of a file once its line is whole', () => {
    const file = join(folder, 'growing.jsonl');
    const line = '{"of":"one.spec.ts","passed":1,"failed":0,"skipped":0,"seconds":2}\n';
    expect(fileCounts(file)).toEqual([]);
    writeFileSync(file, line + line.slice(0, 20));
    expect(fileCounts(file)).toEqual([{ of: 'one.spec.ts', passed: 1, failed: 0, skipped: 0, seconds: 2 }]);
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
