import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { oneTest } from './one-test.ts';
import { repository } from './paths.mjs';

const run = (path: string, ...options: string[]) => oneTest(path, options, repository);

describe('one file of tests', () => {
  it.each([
    ['infra/local/one-test.spec.ts', 'infra', 'unit'],
    ['services/identity/src/accounts/people.int-spec.ts', 'services/identity', 'int'],
    ['infra/journeys/story.journey-spec.ts', 'infra', 'journey'],
  ])('%s runs in %s as %s', (path, workspace, kind) => {
    const { cwd, args } = run(path, '-t', 'one rule');
    expect(cwd).toBe(join(repository, workspace));
    expect(args.slice(-5)).toEqual([path.slice(workspace.length + 1), '-t', 'one rule', '--selectProjects', kind]);
  });

  it.each(['infra/local/one-test.ts', 'infra/local/nowhere.spec.ts'])('%s is none', (path) => {
    expect(() => run(path)).toThrow('is no file of tests');
  });
});
