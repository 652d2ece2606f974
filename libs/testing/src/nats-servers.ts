import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@nats-io/transport-node';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const loopback = '127.0.0.1';
const readyWithinMs = 10_000;

export interface NatsBinary {
  readonly path: string;
  readonly version: string;
}

const versionOf = (path: string): string | undefined => {
  try {
    return /v?(\d+\.\d+\.\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {
    return undefined;
  }
};

const candidates = (): string[] => [
  ...[process.env.NATS_2_15_BIN, process.env.NATS_BIN].filter((path): path is string => path !== undefined),
  join(repository, '.local/tools/nats-server'),
  ...['usr/sbin', 'usr/bin'].map((folder) => join(repository, '.local/sys/nats-server', folder, 'nats-server')),
  ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'nats-server')),
];

const firstOfLine = (line: string): NatsBinary | undefined => {
  for (const path of candidates().filter((candidate) => existsSync(candidate))) {
    const version = versionOf(path);
    if (version?.startsWith(`${line}.`)) return { path, version };
  }
  return undefined;
};

interface DebianPackages {
  unpackDebianPackage(directory: string, names: string[]): Promise<string | undefined>;
}

/** Libraries import nothing of `infra`; what unpacks packages there is found by its place. */
const debianPackages = new URL('../../../infra/local/servers/debian-packages.mjs', import.meta.url).href;

/**
 * A nats-server of this line ("2.9", "2.15"): from the environment, `.local` or PATH, else the distribution's package, which a
 * machine that has a newer one has not unpacked yet. Undefined when none of them is of this line.
 */
export const findNatsBinary = async (line: string): Promise<NatsBinary | undefined> => {
  const found = firstOfLine(line);
  const systemDirectory = join(repository, '.local/sys');
  if (found || existsSync(join(systemDirectory, 'nats-server'))) return found;
  const { unpackDebianPackage } = (await import(debianPackages)) as DebianPackages;
  await unpackDebianPackage(systemDirectory, ['nats-server']);
  return firstOfLine(line);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** A NATS server with JetStream of one test file's own, which it may kill and start again on the same port and files. */
export class TestNatsServer {
  readonly #binary: NatsBinary;
  readonly #directory = mkdtempSync(join(tmpdir(), 'hearsay-test-nats-'));
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(binary: NatsBinary, port: number) {
    this.#binary = binary;
    this.#port = port;
  }

  static async start(binary: NatsBinary): Promise<TestNatsServer> {
    const server = new TestNatsServer(binary, await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://${loopback}:${this.#port}`;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const args = ['--jetstream', '--store_dir', this.#directory, '--addr', loopback, '--port', String(this.#port)];
    this.#process = spawn(this.#binary.path, args, { stdio: 'ignore' });
    const connection = await connect({
      servers: this.url,
      reconnectTimeWait: 20,
      waitOnFirstConnect: true,
      maxReconnectAttempts: readyWithinMs / 20,
    });
    await connection.close();
  }

  /** As `kill -9`: nothing is flushed. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  /** Ends it and deletes its files. */
  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
