import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { takeOverFolder } from './servers/processes.ts';

const kept = ['sys', 'tools', 'lock'];

const confirmed = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY)
    throw new Error('--reset deletes data and asks first, but nobody can answer here: add --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
};

/**
 * Deletes the data of a local system, but keeps downloaded packages and built tools.
 * @returns false if the person answered no
 */
export const reset = async (home: string, { yes = false }: { readonly yes?: boolean } = {}): Promise<boolean> => {
  if (!existsSync(home)) return true;
  const { release } = await takeOverFolder(home);
  try {
    const doomed = readdirSync(home).filter((name) => !kept.includes(name));
    const question = `Delete all data of the local system in ${home}? (y/N) `;
    if (doomed.length > 0 && !yes && !(await confirmed(question))) return false;
    for (const name of doomed) rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
    return true;
  } finally {
    release();
  }
};
