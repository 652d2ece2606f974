import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type CutPoint = 'none' | 'before-commit' | 'after-commit';

/** `close` resets the connection, which both ends notice. `swallow` keeps the connection open and forwards nothing. */
export type ConnectionLoss = 'close' | 'swallow';

export class CuttingProxy {
  readonly #server: Server;
  #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #swallowed = new Set<Socket>();
  #cut: CutPoint = 'none';
  #loss: ConnectionLoss = 'close';
  #isAway = false;
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

  /** Connects new clients to another server, as after a failover, and closes open connections. */
  lead(serverUrl: string): void {
    this.#target = new URL(serverUrl);
    for (const socket of this.#sockets) socket.destroy();
  }

  cutNext(cut: CutPoint, loss: ConnectionLoss = 'close'): void {
    this.#cut = cut;
    this.#loss = loss;
  }

  /** Makes open connections stop forwarding. New connections work. */
  swallowAll(): void {
    for (const socket of this.#sockets) this.#swallowed.add(socket);
  }

  /** Stops reading from open connections, so that the sender's buffers fill up. New connections work. */
  blockAll(): void {
    this.swallowAll();
    for (const socket of this.#sockets) socket.pause();
  }

  /** Refuses connections while `isAway`. The proxy keeps its port, so that no other process can use it. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (isAway) for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket): void {
    if (this.#isAway) {
      client.destroy();
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        // With `swallow`, the other end must not notice that this end has closed.
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
      // The message CommandComplete (https://www.postgresql.org/docs/current/protocol-message-formats.html).
      if (this.#cut === 'after-commit' && data.toString('latin1').includes('COMMIT\0')) lose();
      else client.write(data);
    });
  }
}
