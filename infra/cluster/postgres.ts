import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { processTree } from '../bench/process-cpu.ts';
import { loopback } from '../local/servers/ports.ts';
import type { Log, Variables } from '../local/servers/processes.ts';
import { type PostgresNode, ReplicatedPostgres } from '../local/servers/replicated-postgres.ts';
import { makeThrowAwayFolder } from '../local/servers/start-servers.ts';
import { type Cut, Link } from './link.ts';
import { type Links, type Server, serverAt } from './links.ts';

/** Time until an orchestrator notices a refused connection (death), or a server that does not answer (silence). */
const noticedAfterMs = { death: 1000, silence: 3000 };
/** Maximum time of a commit that does not have to wait for a standby. */
const answeredWithinMs = 1500;

const portOf = ({ adminUrl }: PostgresNode): number => Number(new URL(adminUrl).port);

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, signal);
};

interface Parts {
  readonly folder: string;
  readonly servers: ReplicatedPostgres;
  readonly links: Links;
  /** The link of this test program, which is never cut off. */
  readonly address: Link;
  readonly log: Log;
}

/**
 * A primary with two synchronous standbys, of which one must confirm a commit. One address always leads to the primary.
 * This class also does an orchestrator's work: it fences a lost primary, promotes a standby, and later makes the old
 * primary a standby.
 */
export class PostgresServers {
  readonly #parts: Parts;
  readonly #primary: Server = {
    name: () => this.#servers.primary.name,
    address: () => ({ host: loopback, port: portOf(this.#servers.primary) }),
  };

  private constructor(parts: Parts) {
    this.#parts = parts;
    parts.links.registerServer(parts.address.port, this.#primary);
  }

  static async start(links: Links, log: Log): Promise<PostgresServers> {
    const dataDir = makeThrowAwayFolder();
    const ends = new Map<PostgresNode, Server>();
    const addressOf = async (standby: PostgresNode, primary: PostgresNode): Promise<string> => {
      const end = ends.get(primary) ?? serverAt(primary.name, () => portOf(primary));
      ends.set(primary, end);
      const port = await links.open(standby.name, end);
      return Object.assign(new URL(primary.adminUrl), { port: String(port) }).href;
    };
    // Runs without fsync, because three servers share one disk here, and the kill of a process loses no written data.
    const servers = await ReplicatedPostgres.start({ dataDir, durable: false, standbys: 2, addressOf });
    const address = await Link.start(() => ({ host: loopback, port: portOf(servers.primary) }));
    return new PostgresServers({ folder: dataDir, servers, links, address, log });
  }

  get #servers(): ReplicatedPostgres {
    return this.#parts.servers;
  }

  /** Environment variables with the address that always leads to the primary. */
  get variables(): Variables {
    const url = Object.assign(new URL(this.#servers.primary.adminUrl), { port: String(this.#parts.address.port) });
    return { DATABASE_URL: url.href };
  }

  get pids(): Record<string, number> {
    const { primary, standbys } = this.#servers;
    return Object.fromEntries([primary, ...standbys].flatMap(({ name, pid }) => (pid ? [[name, pid]] : [])));
  }

  get standby(): string {
    return this.#servers.standby.name;
  }

  async killPrimary(): Promise<void> {
    await this.#servers.primary.kill();
    await pause(noticedAfterMs.death);
    await this.#promote();
    await this.#rejoin();
  }

  /** Lets the paused primary run again after `pauseMs`, when no address leads to it any more. */
  async pausePrimary(pauseMs: number): Promise<void> {
    const paused = processTree(this.#servers.primary.pid ?? 0);
    signalAll(paused, 'SIGSTOP');
    await pause(noticedAfterMs.silence);
    await this.#promote();
    await pause(Math.max(pauseMs - noticedAfterMs.silence, 0));
    signalAll(paused, 'SIGCONT');
    await this.#rejoin();
  }

  /** A write to the primary during the cut must be neither acknowledged nor kept. */
  async cutPrimaryOff(cut: Cut, pauseMs: number): Promise<void> {
    const { primary: former } = this.#servers;
    await this.#parts.links.cutOff([former.name], cut);
    try {
      await pause(noticedAfterMs.silence);
      await this.#promote();
      await Promise.all([pause(Math.max(pauseMs - noticedAfterMs.silence, 0)), this.#writeInVain(former)]);
    } finally {
      await this.#parts.links.cutOff([], 'none');
    }
    await this.#rejoin();
    const [found] = await this.#servers.primary.query<{ written: string | null }>(
      `select to_regclass('written_in_vain')::text as written`,
    );
    assert.equal(found!.written, null);
  }

  /** A restarted standby continues from its own data. */
  async killStandby(): Promise<void> {
    await this.#servers.standby.kill();
    await this.#servers.standby.start();
    await this.#servers.untilSynchronous();
  }

  async pauseStandby(pauseMs: number): Promise<void> {
    const paused = processTree(this.#servers.standby.pid ?? 0);
    signalAll(paused, 'SIGSTOP');
    await pause(pauseMs);
    signalAll(paused, 'SIGCONT');
    await this.#servers.untilSynchronous();
  }

  async stop(): Promise<void> {
    this.#parts.address.close();
    await this.#servers.stop();
    rmSync(this.#parts.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #promote(): Promise<void> {
    const { servers, address, links, log } = this.#parts;
    await servers.promote();
    address.resetConnections();
    await links.resetConnectionsTo(this.#primary);
    log(`  ${servers.primary.name} is the primary`);
  }

  async #rejoin(): Promise<void> {
    const { servers, log } = this.#parts;
    await servers.rejoin();
    log(`  ${servers.standbys.map(({ name }) => name).join(' and ')} are its standbys`);
  }

  /** @throws if a cut-off primary answers a write within the time limit */
  async #writeInVain(node: PostgresNode): Promise<void> {
    const client = new pg.Client({ connectionString: node.adminUrl });
    client.on('error', () => undefined);
    await client.connect();
    const writing = client.query('create table written_in_vain ()').then(
      () => 'written',
      () => 'refused',
    );
    assert.equal(await Promise.race([writing, pause(answeredWithinMs, 'waits')]), 'waits');
    void client.end().catch(() => undefined);
  }
}
