import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFlood } from './flood-load.ts';
import { findK6, loadScript, runLoad } from './k6.ts';
import { repository } from './paths.mjs';
import { runningSystem } from './running-system.ts';

const known = (): string[] => {
  const folder = join(repository, 'infra/k6');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((name) => name.endsWith('.ts') && !name.includes('spec.')).map((name) => name.slice(0, -3));
};

/** `npm run load`: a load test against the running system. */
export const main = async ([name, ...args]: string[]): Promise<number> => {
  if (!name || !existsSync(loadScript(name)))
    throw new Error(`npm run load -- NAME, with one of: ${known().join(', ')}`);
  const k6 = findK6();
  if (!k6)
    throw new Error('k6 is missing. Build it with: npm run tools (needs Go), or install it and put it on the PATH.');
  const { running } = runningSystem();
  return name === 'flood' ? runFlood(k6, running, args) : runLoad(k6, name, running.url, { args });
};
