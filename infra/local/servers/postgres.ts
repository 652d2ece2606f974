import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binary, findPostgres } from './binaries.ts';
import { listeningServerSpec, type ServerOptions } from './listening-server.ts';
import { answerWithinMs, loopback } from './ports.ts';
import { endProcess, identifyProcess, processName, serverEnvironment, workingDirectory } from './processes.ts';
import type { Launch } from './supervisor.ts';

const adminUser = 'hearsay_admin';
// This pid is above the limit of every system, so PostgreSQL finds no process with it.
const deadPid = 999_999_999;
const maxConnections = 200;

/** User and group id of `nobody` on Linux. */
const nobody = 65534;
const asNobody = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'];

const canUnshare = (): boolean => spawnSync('unshare', [...asNobody, 'true'], { env: process.env }).status === 0;

const foldersAbove = (path: string): string[] =>
  dirname(path) === path ? [] : [dirname(path), ...foldersAbove(dirname(path))];

/** @throws with advice if `uid` cannot enter a folder. Does not check the folder `own`. */
const checkReach = (paths: readonly string[], uid: number, own: string): void => {
  const closed = paths.flatMap(foldersAbove).find((folder) => {
    const { mode, uid: owner } = statSync(folder);
    return folder !== own && folder !== dirname(own) && (mode & 0o001) === 0 && owner !== uid;
  });
  if (!closed) return;
  throw new Error(
    `PostgreSQL refuses to run as root, and user ${uid} cannot pass through ${closed}. ` +
      `Start Hearsay as an ordinary user, move it to an open folder, or run: chmod o+x ${closed}`,
  );
};

/**
 * PostgreSQL refuses to run as root. Root therefore starts PostgreSQL in a user namespace that maps root to `nobody`.
 * Files still belong to root, and closed parent folders do not matter. Without namespaces, PostgreSQL runs as the user
 * `nobody`. The owner of an existing data directory decides between the two ways.
 */
const withoutRoot = (clusterDirectory: string, command: string, args: string[]): Omit<Launch, 'env'> => {
  if (process.getuid?.() !== 0) return { command, args };
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false })?.uid;
  if (!owner && canUnshare()) return { command: 'unshare', args: [...asNobody, command, ...args] };
  const uid = owner || nobody;
  checkReach([command, clusterDirectory], uid, dirname(clusterDirectory));
  return { command, args, uid, gid: nobody };
};

const passwordOf = (file: string): string => {
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
};

const initialise = async (binary: Binary, clusterDirectory: string, password: string, durable: boolean) => {
  if (existsSync(join(clusterDirectory, 'PG_VERSION'))) return;
  // initdb fills a draft folder, so that an interrupted initdb never looks like a cluster.
  const draft = `${clusterDirectory}.new`;
  for (const folder of [draft, clusterDirectory]) rmSync(folder, { recursive: true, force: true });
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const { command, args, ...user } = withoutRoot(clusterDirectory, join(binary.path, 'initdb'), [
    ...['-D', draft, '-U', adminUser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  const { uid, gid = nobody } = user;
  if (uid !== undefined) {
    const folder = dirname(clusterDirectory);
    for (const path of [folder, passwordFile]) chownSync(path, uid, gid);
    // The user `nobody` must be able to enter the parent folders.
    for (const path of [folder, dirname(folder)]) chmodSync(path, statSync(path).mode | 0o011);
  }
  try {
    await promisify(execFile)(command, args, { env: serverEnvironment(), cwd: '/', ...user });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, clusterDirectory);
};

const checkMajor = (clusterDirectory: string, version: string): void => {
  const major = readFileSync(join(clusterDirectory, 'PG_VERSION'), 'utf8').trim();
  if (major === String(Number.parseInt(version, 10))) return;
  throw new Error(
    `The data in ${clusterDirectory} belongs to PostgreSQL ${major}, but the server found is ${version}: npm start -- --reset begins anew.`,
  );
};

/**
 * Stops a living postmaster of this directory. Replaces any other pid in postmaster.pid by that of a dead process.
 * Otherwise PostgreSQL would not start while another process or a zombie has this pid. Keeps the other lines of the
 * file, which make PostgreSQL wait for orphaned backends.
 */
const clearStalePid = async (clusterDirectory: string): Promise<void> => {
  const file = join(clusterDirectory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0)) return rmSync(file, { force: true });
  const isOurs =
    processName(pid) === 'postgres' && (process.platform !== 'linux' || workingDirectory(pid) === clusterDirectory);
  const postmaster = isOurs ? identifyProcess(pid) : undefined;
  if (postmaster) await endProcess(postmaster, 'SIGINT');
  else writeFileSync(file, text.replace(/^\s*\d+/, String(deadPid)));
};

export const checkPostgres = async (connectionString: string): Promise<void> => {
  const limits = { connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs };
  const client = new pg.Client({ connectionString, ...limits });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => {});
  }
};

export const preparePostgres = async ({ dataDir, durable, preferredPort, log }: ServerOptions) => {
  const binary = findPostgres(log);
  log(`PostgreSQL ${binary.version} from ${binary.source}`);
  // PostgreSQL has its own folder, because the owner of this folder may have to be `nobody`.
  const clusterDirectory = join(dataDir, 'postgres/cluster');
  mkdirSync(dirname(clusterDirectory), { recursive: true });
  const password = passwordOf(join(dataDir, 'postgres.password'));
  await initialise(binary, clusterDirectory, password, durable);
  checkMajor(clusterDirectory, binary.version);
  const urlOf = (port: number) => `postgres://${adminUser}:${password}@${loopback}:${port}/postgres`;
  const settings = {
    listen_addresses: loopback,
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return listeningServerSpec({
    role: 'postgres',
    stopSignal: 'SIGINT',
    preferredPort,
    urlOf,
    launch: async (port) => {
      await clearStalePid(clusterDirectory);
      const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const command = withoutRoot(clusterDirectory, join(binary.path, 'postgres'), ['-D', clusterDirectory, ...flags]);
      return { ...command, cwd: '/', env: serverEnvironment() };
    },
    answers: (port) => checkPostgres(urlOf(port)),
  });
};
