import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const usage =
  'npm run test:one -- FILE [options of jest]   one file of tests, such as services/identity/src/accounts/usernames.spec.ts';

/** The kinds of tests by the ends of their names, as jest's configurations call them. */
const kinds = [
  ['journey', /\.journey-spec\.ts$/],
  ['int', /\.int-spec\.ts$/],
  ['unit', /\.spec\.tsx?$/],
] as const;

const kindOf = (file: string): string | undefined => kinds.find(([, pattern]) => pattern.test(file))?.[0];

/** The workspace that a file belongs to: the nearest folder above it with a jest configuration. */
const workspaceOf = (file: string): string => {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'jest.config.mjs'))) return folder;
  }
  throw new Error(`${file} is in no workspace.`);
};

/** What `npm run test:one` hands to Node, and where. @throws when the file is missing or no test. */
export const oneTest = (path: string, options: readonly string[], from: string): { cwd: string; args: string[] } => {
  const file = resolve(from, path);
  const kind = kindOf(file);
  if (!kind || !existsSync(file)) throw new Error(`${path} is no file of tests.\n${usage}`);
  const cwd = workspaceOf(file);
  const jest = join(repository, 'node_modules/jest/bin/jest.js');
  // The file comes first: --selectProjects takes every word behind it.
  const args = [jest, relative(cwd, file), ...options, '--selectProjects', kind];
  return { cwd, args: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...args] };
};

/** `npm run test:one -- FILE`: one file of tests of any kind but those of a browser, which Playwright runs. */
export const main = async ([path, ...options]: string[]): Promise<number> => {
  if (!path || path === '--help') {
    console.log(usage);
    return path ? 0 : 64;
  }
  const { cwd, args } = oneTest(path, options, repository);
  return runCommand(process.execPath, args, { cwd, env: { NODE_ENV: 'test' } });
};
