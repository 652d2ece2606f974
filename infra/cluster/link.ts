import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { loopback } from '../local/servers/ports.ts';

/** `out` stops bytes from the near end. `in` stops bytes to the near end. */
export type Cut = 'none' | 'in' | 'out' | 'both';

export interface Address {
  readonly host: string;
  readonly port: number;
}

interface Connection {
  /** The socket of the member that opened the connection. */
  readonly near: Socket;
  far: Socket | undefined;
}

/**
 * The network between two members, as a TCP proxy. During a cut it delays bytes and the closing of connections, because
 * TCP would repeat both until the cut is over. A connection that begins during a cut waits until the cut is over.
 */
export class Link {
  readonly #server: Server;
  readonly #target: () => Address;
  readonly #connections = new Set<Connection>();
  #cut: Cut = 'none';

  private constructor(target: () => Address) {
    this.#target = target;
    this.#server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (near) => this.#accept(near));
  }

  static async start(target: () => Address): Promise<Link> {
    const link = new Link(target);
    link.#server.listen(0, loopback);
    await once(link.#server, 'listening');
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  setCut(cut: Cut): void {
    if (cut === this.#cut) return;
    this.#cut = cut;
    for (const connection of this.#connections) this.#forward(connection);
  }

  /** Resets all open connections. New connections still work. */
  resetConnections(): void {
    for (const { near, far } of this.#connections) {
      near.destroy();
      far?.destroy();
    }
  }

  close(): void {
    this.#server.close();
    this.resetConnections();
  }

  #accept(near: Socket): void {
    const connection: Connection = { near, far: undefined };
    this.#connections.add(connection);
    this.#watch(near, connection);
    this.#forward(connection);
  }

  #watch(socket: Socket, connection: Connection): void {
    // Node emits 'close' after 'error', and the handler of 'close' does the work.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#forward(connection));
  }

  /** False while the cut stops bytes that come from this end. */
  #mayPass(from: 'near' | 'far'): boolean {
    return this.#cut === 'none' || this.#cut === (from === 'near' ? 'in' : 'out');
  }

  /** Makes pipes and closed ends of a connection agree with the present cut. Each change calls it again. */
  #forward(connection: Connection): void {
    const { near } = connection;
    if (this.#cut === 'none' && !connection.far && !near.closed) {
      connection.far = connect({ ...this.#target(), allowHalfOpen: true });
      this.#watch(connection.far, connection);
    }
    const { far } = connection;
    // The other end learns of a closed end only if bytes may pass in that direction.
    if (near.closed && this.#mayPass('near')) far?.destroy();
    if (far?.closed && this.#mayPass('far')) near.destroy();
    if (near.closed && (far?.closed ?? true)) this.#connections.delete(connection);
    if (!far) return;
    for (const [from, to, isOpen] of [
      [near, far, this.#mayPass('near')],
      [far, near, this.#mayPass('far')],
    ] as const) {
      from.unpipe(to);
      if (isOpen) from.pipe(to);
      else from.pause();
    }
  }
}
