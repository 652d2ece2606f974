import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './progress.mjs';
import { runCommand } from './run-command.ts';
import { toolsDirectory } from './servers/packages.ts';

/** If an installation takes longer, its step counts as skipped. */
const installLimitMs = 180_000;

const folderOf = (name: string, version: string): string => join(toolsDirectory, `${name}-${version}`);

/** Installs a program from PyPI into its own environment. @returns its path, or undefined if the installation failed */
export const installPythonProgram = async (name: string, version: string): Promise<string | undefined> => {
  const program = join(folderOf(name, version), 'bin', name);
  // Pip writes the program last, so it is missing after an interrupted installation.
  return existsSync(program) || (await isInstalled(name, version)) ? program : undefined;
};

/** Installs a library from PyPI. @returns an interpreter that can import it, or undefined if the installation failed */
export const installPythonLibrary = async (name: string, version: string): Promise<string | undefined> => {
  const folder = folderOf(name, version);
  const isThere = globSync(join(folder, 'lib/*/site-packages', `${name}-${version}.dist-info/RECORD`)).length > 0;
  return isThere || (await isInstalled(name, version)) ? join(folder, 'bin/python') : undefined;
};

const isInstalled = async (name: string, version: string): Promise<boolean> => {
  const folder = folderOf(name, version);
  say(`  Installing ${name} ${version} …`);
  const options = { quiet: true, limitMs: installLimitMs };
  const pip = ['install', '--disable-pip-version-check', '--retries', '1', `${name}==${version}`];
  const hasFolder = (await runCommand('python3', ['-m', 'venv', '--clear', folder], options)) === 0;
  return hasFolder && (await runCommand(join(folder, 'bin/pip'), pip, options)) === 0;
};
