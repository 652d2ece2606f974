import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { untilAnswered } from './ports.ts';
import type { Log } from './processes.ts';
import { type RunningServers, startServers } from './start-servers.ts';

const cluster = 'postgres/cluster';
const passwordFile = 'postgres.password';
/** Enough WAL is kept for a standby that was away, without a replication slot. */
const pairSettings = [`synchronous_standby_names = '*'`, `wal_keep_size = '1GB'`];

interface NodeOptions {
  readonly dataDir: string;
  /** Servers fsync. Killed processes lose nothing without it. */
  readonly durable: boolean;
  readonly log: Log;
}

/** One PostgreSQL server of a pair. It keeps its port and its data through stops. */
class PostgresNode {
  readonly dataDir: string;
  readonly #options: NodeOptions;
  #servers: RunningServers | undefined;
  #adminUrl = '';

  constructor(options: NodeOptions) {
    this.dataDir = options.dataDir;
    this.#options = options;
  }

  get adminUrl(): string {
    return this.#adminUrl;
  }

  get pid(): number | undefined {
    return this.#servers?.pids.postgres;
  }

  async start(): Promise<void> {
    const known: Record<string, number> = this.#adminUrl ? { postgres: Number(new URL(this.#adminUrl).port) } : {};
    this.#servers = await startServers({ ...this.#options, only: ['postgres'], preferredPorts: known });
    this.#adminUrl = this.#servers.databaseAdminUrl;
  }

  /** Ends all sessions and writes everything to the disk. */
  async stop(): Promise<void> {
    await this.#servers?.stop();
    this.#servers = undefined;
  }

  /** Ends the server as a power failure does. It stays away until the next start. */
  async kill(): Promise<void> {
    if (this.pid !== undefined) process.kill(this.pid, 'SIGKILL');
    await this.stop();
  }

  /** Runs one statement as administrator. */
  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#adminUrl });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** The next start makes this server a standby of `source`. */
  follow(source: PostgresNode): void {
    const { hostname, port, username, password } = new URL(source.adminUrl);
    const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
    const settings = [...pairSettings, `primary_conninfo = '${connection}'`];
    this.writeFile('postgresql.auto.conf', settings.map((line) => `${line}\n`).join(''));
    this.writeFile('standby.signal', '');
  }

  /** Files of a running server may vanish during the copy, so `cp` may fail. PostgreSQL replays its WAL over the copy. */
  async copyFilesOf(source: PostgresNode): Promise<void> {
    const copy = join(this.dataDir, cluster);
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(join(this.dataDir, 'postgres'), { recursive: true });
    const copying = promisify(execFile)('cp', ['-a', join(source.dataDir, cluster), copy]);
    await copying.catch(() => undefined);
    writeFileSync(join(this.dataDir, passwordFile), readFileSync(join(source.dataDir, passwordFile)), { mode: 0o600 });
    for (const name of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
      rmSync(join(copy, name), { force: true });
  }

  writeFile(name: string, text: string): void {
    writeFileSync(join(this.dataDir, cluster, name), text);
  }
}

export type { PostgresNode };

/**
 * A new primary and its synchronous standby on loopback. Each accepts a commit only when the other one has it, also after a
 * promotion: then commits wait until the former primary is back as a standby.
 */
export class ReplicatedPostgres {
  primary: PostgresNode;
  standby: PostgresNode;

  private constructor(primary: PostgresNode, standby: PostgresNode) {
    this.primary = primary;
    this.standby = standby;
  }

  static async start({ dataDir, durable = true, log = () => {} }: Partial<NodeOptions> & Pick<NodeOptions, 'dataDir'>) {
    const node = (name: string) => new PostgresNode({ dataDir: join(dataDir, name), durable, log });
    const pair = new ReplicatedPostgres(node('a'), node('b'));
    const { primary } = pair;
    await primary.start();
    // A role's setting precedes the server's own, which is off where servers do not fsync.
    await primary.query('alter role all set synchronous_commit = on');
    for (const setting of pairSettings) await primary.query(`alter system set ${setting}`);
    await primary.query('select pg_reload_conf()');
    await pair.rejoin();
    return pair;
  }

  async untilSynchronous(): Promise<void> {
    const attempt = async () => {
      const rows = await this.primary.query(`select from pg_stat_replication where sync_state = 'sync'`);
      if (rows.length === 0) throw new Error('no standby has caught up');
    };
    await untilAnswered(attempt, { timeoutMs: 60_000, what: 'the synchronous standby' });
  }

  /** The standby becomes the primary. The former primary keeps its state, running or not. */
  async promote(): Promise<void> {
    await this.standby.query('select pg_promote()');
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  /** The standby returns as a fresh base backup of the primary, without anything that only it had. */
  async rejoin(): Promise<void> {
    const { primary, standby } = this;
    await standby.stop();
    const client = new pg.Client({ connectionString: primary.adminUrl });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('rejoin', true)`);
      await standby.copyFilesOf(primary);
      const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
      standby.writeFile('backup_label', rows[0]!.labelfile);
    } finally {
      await client.end();
    }
    standby.follow(primary);
    await standby.start();
    await this.untilSynchronous();
  }

  async stop(): Promise<void> {
    await this.primary.stop();
    await this.standby.stop();
  }
}
