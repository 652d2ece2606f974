import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Which COMMIT message is lost: the request, or its answer. */
export type Cut = 'none' | 'before-commit' | 'after-commit';

/**
 * What becomes of the connection: `close` resets it, which both ends learn; `swallow` leaves it open and forwards nothing any
 * more, so that neither end learns anything, as when a host loses its power.
 */
export type Loss = 'close' | 'swallow';

/** Stands between a client and PostgreSQL, or NATS, and can lose connections: one around a COMMIT, or all that are open. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #swallowed = new Set<Socket>();
  #cut: Cut = 'none';
  #loss: Loss = 'close';
  cuts = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async start(serverUrl: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(serverUrl));
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
  cutNext(cut: Cut, loss: Loss = 'close'): void {
    this.#cut = cut;
    this.#loss = loss;
  }

  /** Every connection that is open now forwards nothing any more; new ones do. */
  swallowAll(): void {
    for (const socket of this.#sockets) this.#swallowed.add(socket);
  }

  /** Every connection that is open now is read no more, so that what is sent piles up in its sender; new ones are. */
  blockAll(): void {
    this.swallowAll();
    for (const socket of this.#sockets) socket.pause();
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
        // The far end of a swallowed connection does not even learn that the near one has given it up.
        if (this.#swallowed.has(socket)) return;
        client.destroy();
        server.destroy();
      });
    }
    const lose = () => {
      this.#cut = 'none';
      this.cuts += 1;
      if (this.#loss === 'close') client.destroy();
      else for (const socket of [client, server]) this.#swallowed.add(socket);
    };
    client.on('data', (data) => {
      if (this.#swallowed.has(client)) return;
      if (this.#cut === 'before-commit' && /\bcommit\b/.test(data.toString('latin1'))) lose();
      else server.write(data);
    });
    server.on('data', (data) => {
      if (this.#swallowed.has(server)) return;
      // CommandComplete, see https://www.postgresql.org/docs/current/protocol-message-formats.html.
      if (this.#cut === 'after-commit' && data.toString('latin1').includes('COMMIT\0')) lose();
      else client.write(data);
    });
  }
}
