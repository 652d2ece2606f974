import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The run's Redis behind a door of its own, so that one test file can lose it and get it back. */
export class InterruptibleRedis {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(url = process.env.TEST_REDIS_URL) {
    if (!url) throw new Error('TEST_REDIS_URL is missing: run integration tests with --selectProjects int');
    this.#target = new URL(url);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    const server = createServer((client) => {
      const redis = connect(Number(this.#target.port), this.#target.hostname);
      for (const [from, to] of [
        [client, redis],
        [redis, client],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
    this.#server = server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
  }

  /** As if Redis had died: open connections break, new ones are refused. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(server, 'close');
  }
}
