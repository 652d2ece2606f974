import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { chosenSteps } from './test.ts';
import { addCounts, closingLine, reportCounts } from './test-counts.ts';
import { removeTemporaryFolders, temporaryFolder } from './tests/temporary-folders.ts';

const file = join(temporaryFolder(), 'report.json');
afterAll(removeTemporaryFolders);

describe('the counts of a test run', () => {
  it('the counts of a test run end with one line that CI can read', () => {
    const sum = addCounts([
      { passed: 3, failed: 0, skipped: 1 },
      { passed: 4, failed: 2, skipped: 0 },
    ]);
    expect(closingLine(sum)).toBe('7 passed, 2 failed, 1 skipped');
  });

  const jest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  it.each([
    ["jest's, a file that cannot be loaded included", { ...jest, numRuntimeErrorTestSuites: 1 }, 1, [5, 2, 3]],
    ["Playwright's", { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } }, 1, [5, 2, 3]],
    ['those of a run whose teardown failed', { numPassedTests: 9 }, 1, [9, 1, 0]],
    ['those of a run without failures', { numPassedTests: 9 }, 0, [9, 0, 0]],
  ])('the counts are %s', (_, report, exitCode, [passed, failed, skipped]) => {
    writeFileSync(file, JSON.stringify(report));
    expect(reportCounts(file, exitCode)).toEqual({ passed, failed, skipped });
  });

  it('the counts show one failure if a killed run left no complete report', () => {
    expect(reportCounts(join(file, 'missing'), 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    writeFileSync(file, '{"numPassedTests":');
    expect(reportCounts(file, 137)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('the steps of npm test', () => {
  const usual = 'lint types boundaries unused unit int journeys load browser';
  it.each([
    ['all but the extra steps', {}, usual],
    ['the named steps alone', { only: 'load,lint' }, 'lint load'],
    ['a named extra step alone', { only: 'browsers' }, 'browsers'],
    ['the usual steps and named extra ones', { with: 'browsers,schemathesis' }, `${usual} browsers schemathesis`],
    ['named steps and a named extra step', { only: 'unit', with: 'browsers' }, 'unit browsers'],
  ])('the steps are %s', (_rule, options, expected) => {
    expect(chosenSteps(options).join(' ')).toBe(expected);
  });

  it.each([{ only: 'lint,all' }, { with: 'none' }, { only: '' }])(
    '%p is refused, because it names an unknown step or none',
    (options) => {
      expect(() => chosenSteps(options)).toThrow('lint, types');
    },
  );
});
