import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { World } from './world.suite.js';

export const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

/** Runs a file of this folder in a new process. Resolves after its first line of output. */
export const startProcess = async (
  world: World,
  file: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@hearsay/source', '--import', '@oxc-node/core/register', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SOURCE_URL: world.sourceDatabase.url,
      TARGET_URL: world.targetDatabase.url,
      NATS_URL: world.natsUrl ?? process.env.TEST_NATS_URL,
      PREFIX: world.prefix,
      ...settings,
    },
  });
  world.onEnd(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
};
