import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { untilAnswered } from './ports.ts';
import { type RunningServers, startServers } from './start-servers.ts';

const cluster = 'postgres/cluster';
const passwordFile = 'postgres.password';
/** The primary keeps 1 GB of WAL for a standby that was away, so that no replication slot is needed. */
const commonSettings = [`synchronous_standby_names = 'ANY 1 (*)'`, `wal_keep_size = '1GB'`];

/** Copies the folder $0 into $1 without segments of WAL, whose names have 24 digits. */
const copyWithoutWal = `tar -C "$0" --exclude './pg_wal/${'?'.repeat(24)}' -cf - . | tar -C "$1" -xpf -`;

const conninfoOf = (address: string): string => {
  const { hostname, port, username, password } = new URL(address);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
};

interface NodeOptions {
  /** The name of the server and of its data folder below `dataDir`. */
  readonly name: string;
  readonly dataDir: string;
  /** If true, the servers fsync. Without fsync, the kill of a process still loses no written data. */
  readonly durable: boolean;
}

/** One of several PostgreSQL servers. It has the same port and data after a restart. */
class PostgresNode {
  readonly name: string;
  readonly dataDir: string;
  readonly #options: NodeOptions;
  #servers: RunningServers | undefined;
  #adminUrl = '';

  constructor(options: NodeOptions) {
    this.name = options.name;
    this.dataDir = join(options.dataDir, options.name);
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
    const { durable } = this.#options;
    const { dataDir } = this;
    this.#servers = await startServers({ dataDir, durable, only: ['postgres'], preferredPorts: known });
    this.#adminUrl = this.#servers.databaseAdminUrl;
  }

  /** Ends all sessions and writes everything to the disk. */
  async stop(): Promise<void> {
    await this.#servers?.stop();
    this.#servers = undefined;
  }

  /** Kills the server, like a power failure. It is down until the next start. */
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

  /** Makes this server a standby of the server at `address`, from its next start on. */
  follow(address: string): void {
    const settings = [...commonSettings, `primary_conninfo = '${conninfoOf(address)}'`];
    this.writeFile('postgresql.auto.conf', settings.map((line) => `${line}\n`).join(''));
    this.writeFile('standby.signal', '');
  }

  /** Makes a running standby receive WAL from the server at `address`, or from no server. */
  async receiveFrom(address?: string): Promise<void> {
    await this.query(`alter system set primary_conninfo = '${address === undefined ? '' : conninfoOf(address)}'`);
    await this.query('select pg_reload_conf()');
  }

  /** Waits until this standby receives no more WAL. @returns the bytes of WAL on its disk */
  async received(): Promise<bigint> {
    // A standby that has received nothing since its start only knows the position up to which it has replayed.
    const text = `select greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0' as bytes
      where not exists (select from pg_stat_wal_receiver)`;
    let bytes = 0n;
    const attempt = async () => {
      const [row] = await this.query<{ bytes: string }>(text);
      if (!row) throw new Error('it receives');
      bytes = BigInt(row.bytes);
    };
    await untilAnswered(attempt, { timeoutMs: 10_000, what: `the end of ${this.name}'s WAL` });
    return bytes;
  }

  /**
   * Copies no WAL, because the standby receives it from the source. Files of a running server may vanish during the
   * copy, so `tar` may fail. PostgreSQL repairs the copy by replaying WAL.
   */
  async copyFilesOf(source: PostgresNode): Promise<void> {
    const copy = join(this.dataDir, cluster);
    // Asynchronous, because the deletion takes seconds, and a cluster's proxies run in this process.
    await rm(copy, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(copy, { recursive: true });
    const copying = promisify(execFile)('sh', ['-c', copyWithoutWal, join(source.dataDir, cluster), copy]);
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

interface Options {
  readonly dataDir: string;
  readonly durable?: boolean;
  readonly standbys?: 1 | 2;
  /**
   * The address at which a standby reaches the primary, such as that of a proxy. Default: the primary's own address.
   */
  readonly addressOf?: (standby: PostgresNode, primary: PostgresNode) => Promise<string>;
}

/**
 * A new primary and its synchronous standbys on loopback. A commit ends only when a standby has it, also after a
 * promotion. With a single standby, commits then wait until the former primary is back as a standby.
 */
export class ReplicatedPostgres {
  primary: PostgresNode;
  /** In order of the last absence: the standby that was away most recently is last. */
  standbys: PostgresNode[];
  readonly #addressOf: NonNullable<Options['addressOf']>;

  private constructor(primary: PostgresNode, standbys: PostgresNode[], addressOf: NonNullable<Options['addressOf']>) {
    this.primary = primary;
    this.standbys = standbys;
    this.#addressOf = addressOf;
  }

  static async start(options: Options): Promise<ReplicatedPostgres> {
    const { dataDir, durable = true, standbys: count = 1 } = options;
    const { addressOf = async (_, { adminUrl }) => adminUrl } = options;
    const node = (name: string) => new PostgresNode({ name, dataDir, durable });
    const primary = node('postgres-1');
    const servers = new ReplicatedPostgres(primary, ['postgres-2', 'postgres-3'].slice(0, count).map(node), addressOf);
    await primary.start();
    // A role's setting overrides the setting of the server, which is off for servers without fsync.
    await primary.query('alter role all set synchronous_commit = on');
    for (const setting of commonSettings) await primary.query(`alter system set ${setting}`);
    await primary.query('select pg_reload_conf()');
    await Promise.all(servers.standbys.map((standby) => servers.rejoin(standby)));
    return servers;
  }

  /** The standby that has been present longest. */
  get standby(): PostgresNode {
    return this.standbys[0]!;
  }

  /** Resolves when all standbys have caught up. */
  async untilSynchronous(): Promise<void> {
    const text = `select from pg_stat_replication where sync_state in ('sync', 'quorum')`;
    const attempt = async () => {
      const { length } = await this.primary.query(text);
      const missing = this.standbys.length - length;
      if (missing > 0) throw new Error(`${missing} standbys have not caught up`);
    };
    await untilAnswered(attempt, { timeoutMs: 60_000, what: 'the synchronous standby' });
  }

  /**
   * Promotes the standby with most WAL, because an acknowledged commit may be on one standby alone. The former primary
   * is left running or stopped as it is.
   */
  async promote(): Promise<void> {
    // A former primary that still runs must not send WAL to a standby after the choice.
    await Promise.all(this.standbys.map((standby) => standby.receiveFrom()));
    const received = await Promise.all(
      this.standbys.map(async (standby) => ({ standby, bytes: await standby.received() })),
    );
    const { standby: chosen } = received.reduce((most, each) => (each.bytes > most.bytes ? each : most));
    await chosen.query('select pg_promote()');
    const others = this.standbys.filter((standby) => standby !== chosen);
    await Promise.all(others.map(async (other) => other.receiveFrom(await this.#addressOf(other, chosen))));
    this.standbys = [...others, this.primary];
    this.primary = chosen;
  }

  /** Makes a standby from a new base backup of the primary. Data that only this server had is lost. */
  async rejoin(standby = this.standbys.at(-1)!): Promise<void> {
    const { primary } = this;
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
    standby.follow(await this.#addressOf(standby, primary));
    await standby.start();
    await this.untilSynchronous();
  }

  async stop(): Promise<void> {
    await this.primary.stop();
    await Promise.all(this.standbys.map((standby) => standby.stop()));
  }
}
