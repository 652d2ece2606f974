import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A proxy to Redis that one test file can cut. It keeps its port, because another process could take a released one.
 */
export class InterruptibleRedis {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isOpen = false;

  constructor(url = process.env.TEST_REDIS_URL) {
    if (!url) throw new Error('TEST_REDIS_URL is missing: run integration tests with --selectProjects int');
    this.#target = new URL(url);
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    this.#isOpen = true;
    if (this.#server) return;
    const server = createServer((client) => {
      if (!this.#isOpen) {
        client.destroy();
        return;
      }
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
    this.#server = server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  end(): void {
    this.close();
    this.#server?.close();
  }

  close(): void {
    this.#isOpen = false;
    for (const socket of this.#sockets) socket.destroy();
  }
}
