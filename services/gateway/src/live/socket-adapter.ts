import type { WebSocketAdapter, WsMessageHandler } from '@nestjs/common';
import type { LiveSocket } from './live-socket.js';
import type { Sockets } from './sockets.js';

/**
 * Brings what clients say to the methods of `@WebSocketGateway` classes. Nest's own adapters accept a socket before anyone is
 * asked, and send each answer by itself; here `Sockets` decides at the upgrade, and answers are frames that handlers write.
 */
export class SocketAdapter implements WebSocketAdapter<Sockets, LiveSocket> {
  constructor(private readonly sockets: Sockets) {}

  create(): Sockets {
    return this.sockets;
  }

  bindClientConnect(sockets: Sockets, connected: (socket: LiveSocket) => void): void {
    sockets.onConnection(connected);
  }

  bindClientDisconnect(socket: LiveSocket, disconnected: () => void): void {
    socket.onEnd(disconnected);
  }

  bindMessageHandlers(socket: LiveSocket, handlers: readonly WsMessageHandler[]): void {
    const byType = new Map(handlers.map(({ message, callback }) => [message, callback]));
    socket.onFrame(({ type, data }) => void byType.get(type)?.(data));
  }

  /** The sockets are asked to move, and closed, before the application closes. */
  close(): void {}

  /** Nest calls it without asking whether it is there. */
  async dispose(): Promise<void> {}
}
