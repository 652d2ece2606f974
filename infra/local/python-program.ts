import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './progress.mjs';
import { runCommand } from './run-command.ts';
import { toolsDirectory } from './servers/packages.ts';

/** After this time an unfinished installation makes its step count as skipped. */
const installLimitMs = 180_000;

/** Installs a program from PyPI into an environment of its own. @returns its path, undefined if that failed */
export const pythonProgram = async (name: string, version: string): Promise<string | undefined> => {
  const folder = join(toolsDirectory, `${name}-${version}`);
  const program = join(folder, 'bin', name);
  // Pip writes the program last, so a partly installed folder lacks it.
  if (existsSync(program)) return program;
  say(`  Installing ${name} ${version} …`);
  const options = { quiet: true, limitMs: installLimitMs };
  const pip = ['install', '--disable-pip-version-check', '--retries', '1', `${name}==${version}`];
  const hasFolder = (await runCommand('python3', ['-m', 'venv', '--clear', folder], options)) === 0;
  const isInstalled = hasFolder && (await runCommand(join(folder, 'bin/pip'), pip, options)) === 0;
  return isInstalled ? program : undefined;
};
