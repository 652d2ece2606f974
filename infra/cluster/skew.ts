import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPackage } from '../local/servers/packages.ts';
import type { Log } from '../local/servers/processes.ts';

const skewSeconds = 10;
const library = 'faketime/libfaketimeMT.so.1';

const variablesOf = (path: string, seconds: number): Record<string, string> => ({
  LD_PRELOAD: path,
  FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
});

/** @throws when the library has no effect. The loader only prints a warning if it cannot load a library. */
const checkEffect = async (path: string): Promise<void> => {
  const env = { ...process.env, ...variablesOf(path, skewSeconds) };
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'Date.now()'], { env });
  if (Number(stdout) - Date.now() < (skewSeconds * 1000) / 2) throw new Error(`${path} does not change Node's clock.`);
};

/**
 * Sets the clocks of the second processes by libfaketime. Services are ahead, the gateway is behind. Monotonic
 * clocks do not change.
 * @returns the variables of a process, by its role
 * @throws if a working libfaketime is neither found nor installed
 */
export const prepareSkewedClocks = async (log: Log): Promise<(role: string) => Record<string, string>> => {
  const unpacked = await unpackPackage('libfaketime', log);
  const folders = unpacked?.env.LD_LIBRARY_PATH.split(':') ?? [];
  const path = folders.map((folder) => join(folder, library)).find((file) => existsSync(file));
  if (path === undefined) throw new Error('libfaketime was not found, and no Debian package could be unpacked.');
  await checkEffect(path);
  return (role) => {
    if (!role.endsWith('-2')) return {};
    return variablesOf(path, role.startsWith('gateway') ? -skewSeconds : skewSeconds);
  };
};
