import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allNatsServers, type Binary, freePort, loopback } from '@hearsay/infra/servers';
import { connect } from '@nats-io/transport-node';

const maxReturns = 3;
const readyWithinMs = 60_000;

export const findNatsBinary = async (line: string): Promise<Binary | undefined> =>
  (await allNatsServers()).find(({ version }) => version.startsWith(`${line}.`));

/** A NATS server that can be killed, and restarted on the same port and files. */
export class TestNatsServer {
  readonly #binary: Binary;
  readonly #directory = mkdtempSync(join(tmpdir(), 'hearsay-test-nats-'));
  readonly #port: number;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;
  #returns = 0;

  private constructor(binary: Binary, port: number, settings: readonly string[]) {
    this.#binary = binary;
    this.#port = port;
    this.#settings = settings;
  }

  static async start(binary: Binary, settings: readonly string[] = ['--jetstream']): Promise<TestNatsServer> {
    const server = new TestNatsServer(binary, await freePort(), settings);
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://${loopback}:${this.#port}`;
  }

  async start(): Promise<void> {
    const place = ['--store_dir', this.#directory, '--addr', loopback, '--port', String(this.#port)];
    const args = [...this.#settings, ...place];
    const running = spawn(this.#binary.path, args, { stdio: 'ignore', env: { ...process.env, ...this.#binary.env } });
    this.#process = running;
    // Old servers sometimes exit by themselves. They are then started again on their files, as by the supervisor.
    running.once('exit', () => {
      if (this.#process !== running || this.#returns >= maxReturns) return;
      this.#returns += 1;
      void this.start().catch(() => undefined);
    });
    const connection = await connect({
      servers: this.url,
      reconnectTimeWait: 20,
      waitOnFirstConnect: true,
      maxReconnectAttempts: readyWithinMs / 20,
    });
    await connection.close();
  }

  /** Kills the server like `kill -9`, so that it flushes nothing. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Overwrites the end of a stream's first block with zeros, like a damaged disk. The server must be down. */
  damage(stream: string, bytes: number): void {
    const streams = readdirSync(this.#directory, { recursive: true, encoding: 'utf8' });
    const block = streams.find((path) => path.endsWith(join(stream, 'msgs', '1.blk')));
    if (!block) throw new Error(`No block of ${stream} lies in ${this.#directory}`);
    const file = join(this.#directory, block);
    const { size } = statSync(file);
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(Math.min(bytes, size)), 0, Math.min(bytes, size), Math.max(0, size - bytes));
    closeSync(descriptor);
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
