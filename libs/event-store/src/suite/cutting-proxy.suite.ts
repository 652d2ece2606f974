import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type Cut = 'none' | 'before-commit' | 'after-commit';

/** Stands between a pool and PostgreSQL and can lose one connection around a COMMIT. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #cut: Cut = 'none';
  cuts = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async start(databaseUrl: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(databaseUrl));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** The next COMMIT: its request never arrives, or its answer never comes back. */
  cutNext(cut: Cut): void {
    this.#cut = cut;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket): void {
    const server = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    const lose = () => {
      this.#cut = 'none';
      this.cuts += 1;
      client.destroy();
    };
    client.on('data', (data) => {
      if (this.#cut === 'before-commit' && /\bcommit\b/.test(data.toString('latin1'))) lose();
      else server.write(data);
    });
    server.on('data', (data) => {
      // CommandComplete, see https://www.postgresql.org/docs/current/protocol-message-formats.html.
      if (this.#cut === 'after-commit' && data.toString('latin1').includes('COMMIT\0')) lose();
      else client.write(data);
    });
  }
}
