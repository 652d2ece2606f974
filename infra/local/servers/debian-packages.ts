import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lockDirectory } from './directory-lock.ts';

const run = promisify(execFile);
const quiet = { env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 };
/** How long another process may take to unpack the same packages. */
const otherUnpackingMs = 180_000;

const canUseApt = async (): Promise<boolean> => {
  try {
    await run('apt-get', ['--version'], quiet);
    await run('dpkg-deb', ['--version'], quiet);
    return true;
  } catch {
    return false;
  }
};

/** Options that make apt-get work in a directory of our own: no root, no system lock, no change to the system. */
const aptOptions = (directory: string): string[] => [
  ...['-o', `Dir::State=${directory}/state`],
  ...['-o', `Dir::State::Lists=${directory}/lists`],
  ...['-o', 'Dir::State::status=/var/lib/dpkg/status'],
  ...['-o', `Dir::Cache=${directory}/cache`],
  ...['-o', 'Debug::NoLocking=1'],
  // As root apt would change to its own user, who cannot write here.
  ...(process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : []),
];

const unpack = async (systemDirectory: string, name: string): Promise<void> => {
  const work = join(systemDirectory, 'apt');
  for (const part of ['state', 'lists/partial', 'cache/archives/partial', 'download'])
    mkdirSync(join(work, part), { recursive: true });
  const options = aptOptions(work);
  await run('apt-get', [...options, '-q', 'update'], quiet);
  // The simulated installation names the package and just those dependencies that this machine lacks.
  const { stdout } = await run('apt-get', [...options, '-s', '--no-install-recommends', 'install', name], quiet);
  const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map((match) => String(match[1]));
  const download = join(work, 'download');
  await run('apt-get', [...options, '-q', 'download', ...(missing.length > 0 ? missing : [name])], {
    ...quiet,
    cwd: download,
  });
  const staging = join(systemDirectory, `${name}.new`);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  for (const file of readdirSync(download)) await run('dpkg-deb', ['-x', join(download, file), staging], quiet);
  renameSync(staging, join(systemDirectory, name));
  rmSync(work, { recursive: true, force: true });
};

/** The last line that apt said about its failure. */
const reasonOf = (error: { stderr?: string; message: string }): string =>
  String(error.stderr || error.message)
    .trim()
    .split('\n')
    .at(-1) ?? '';

/**
 * Unpacks a Debian or Ubuntu package with the dependencies this machine lacks into `systemDirectory`, without root. What is there already
 * is not fetched again.
 * @param names the first one that the distribution has is taken
 * @returns the root of the unpacked files; undefined where there is no apt or no such package
 */
export const unpackDebianPackage = async (
  systemDirectory: string,
  names: readonly string[],
  log: (line: string) => void = () => {},
): Promise<string | undefined> => {
  const unpacked = () => names.map((name) => join(systemDirectory, name)).find((path) => existsSync(path));
  if (unpacked()) return unpacked();
  if (!(await canUseApt())) return undefined;
  const unlock = await lockDirectory(systemDirectory, { waitMs: otherUnpackingMs });
  try {
    for (const name of names) {
      if (unpacked()) break;
      log(`fetching the package ${name} into ${systemDirectory}`);
      await unpack(systemDirectory, name).catch((error: { stderr?: string; message: string }) =>
        log(`${name}: ${reasonOf(error)}`),
      );
    }
  } finally {
    unlock();
  }
  return unpacked();
};

/** The environment in which a program of the unpacked root finds its libraries. */
export const unpackedEnvironment = (root: string): Record<string, string> => {
  const folders = ['usr/lib', 'lib'].flatMap((lib) => {
    const path = join(root, lib);
    if (!existsSync(path)) return [];
    return [
      path,
      ...readdirSync(path)
        .filter((entry) => entry.includes('-linux-'))
        .map((entry) => join(path, entry)),
    ];
  });
  return { LD_LIBRARY_PATH: [...folders, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
};
