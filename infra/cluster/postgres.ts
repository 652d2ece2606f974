import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { processTree } from '../bench/process-cpu.ts';
import { loopback } from '../local/servers/ports.ts';
import type { Variables } from '../local/servers/processes.ts';
import { ReplicatedPostgres } from '../local/servers/replicated-postgres.ts';
import { throwAwayFolder } from '../local/servers/start-servers.ts';
import { Link } from './link.ts';

/** An orchestrator needs seconds to notice that a server is silent. */
const noticedAfterMs = 3000;

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) process.kill(pid, signal);
};

/**
 * A primary with a synchronous standby behind one address, which leads to the primary. This class also plays the
 * orchestrator: it fences a lost primary, promotes the standby and makes a fresh standby.
 */
export class PostgresPair {
  readonly #folder: string;
  readonly #pair: ReplicatedPostgres;
  readonly #address: Link;

  private constructor(folder: string, pair: ReplicatedPostgres, address: Link) {
    this.#folder = folder;
    this.#pair = pair;
    this.#address = address;
  }

  static async start(): Promise<PostgresPair> {
    const folder = throwAwayFolder();
    const pair = await ReplicatedPostgres.start({ dataDir: folder });
    const address = await Link.start(() => ({ host: loopback, port: Number(new URL(pair.primary.adminUrl).port) }));
    return new PostgresPair(folder, pair, address);
  }

  get variables(): Variables {
    const url = Object.assign(new URL(this.#pair.primary.adminUrl), { port: String(this.#address.port) });
    return { DATABASE_URL: url.href };
  }

  async killPrimary(): Promise<void> {
    await this.#pair.primary.kill();
    await this.#promote();
    await this.#pair.rejoin();
  }

  /** The paused primary goes on after `pauseMs`, when nothing leads to it any more. */
  async pausePrimary(pauseMs: number): Promise<void> {
    const paused = processTree(this.#pair.primary.pid ?? 0);
    signalAll(paused, 'SIGSTOP');
    await pause(noticedAfterMs);
    await this.#promote();
    await pause(Math.max(pauseMs - noticedAfterMs, 0));
    signalAll(paused, 'SIGCONT');
    await this.#pair.rejoin();
  }

  /** A standby goes on where it was. */
  async killStandby(): Promise<void> {
    await this.#pair.standby.kill();
    await this.#pair.standby.start();
    await this.#pair.untilSynchronous();
  }

  /** Commits wait for the standby, so the orchestrator ends a silent one. */
  async pauseStandby(): Promise<void> {
    const paused = processTree(this.#pair.standby.pid ?? 0);
    signalAll(paused, 'SIGSTOP');
    await pause(noticedAfterMs);
    signalAll(paused, 'SIGKILL');
    await this.killStandby();
  }

  async stop(): Promise<void> {
    this.#address.close();
    await this.#pair.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #promote(): Promise<void> {
    await this.#pair.promote();
    this.#address.dropAll();
  }
}
