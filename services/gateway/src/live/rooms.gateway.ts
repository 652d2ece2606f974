import { type ClientFrame, errorRules, Refusal } from '@hearsay/contracts';
import type { WebSocketAdapter, WsMessageHandler } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { RateLimiter, takeReadPermit } from '../access/rate-limiter.js';
import { LiveSocket } from './live-socket.js';
import { errorFrame } from './room-frames.js';
import { Rooms } from './rooms.js';
import type { Sockets } from './sockets.js';

type Data<Type extends ClientFrame['type']> = Extract<ClientFrame, { type: Type }>['data'];

/** Frames need no validation here, because `LiveSocket` has validated them. */
@WebSocketGateway({ path: '/ws' })
export class RoomsGateway implements OnGatewayDisconnect<LiveSocket> {
  constructor(
    private readonly rooms: Rooms,
    private readonly limiter: RateLimiter,
  ) {}

  @SubscribeMessage('join')
  async join(@ConnectedSocket() socket: LiveSocket, @MessageBody() { questionId, after }: Data<'join'>): Promise<void> {
    const { joined } = socket;
    if (!joined.has(questionId) && joined.size + socket.pendingResyncs >= this.rooms.most.perSocket) {
      socket.write(errorFrame('rate_limited', 'Too many questions at once', questionId));
      return;
    }
    const mark = Symbol(questionId);
    joined.set(questionId, mark);
    socket.dropResync(questionId);
    const isWanted = () => socket.isOpen && joined.get(questionId) === mark;
    try {
      const granted = takeReadPermit(this.limiter, 'joins', socket.reader);
      if (granted !== true) await granted;
      const outcome = await this.rooms.join(socket, questionId, after ?? null, isWanted, socket.reader.accountId);
      if (outcome === 'done' || !isWanted()) return;
      this.leave(socket, { questionId });
      if (outcome === 'resync') socket.resync(questionId);
      else socket.write(errorFrame('not_found', 'Question not found', questionId));
    } catch (error) {
      if (!isWanted()) return;
      // Leaves, because an earlier join may have put the socket into the room.
      this.leave(socket, { questionId });
      const code = error instanceof Refusal ? error.code : 'internal';
      socket.write(errorFrame(code, errorRules[code].text, questionId));
    }
  }

  @SubscribeMessage('leave')
  leave(@ConnectedSocket() socket: LiveSocket, @MessageBody() { questionId }: Data<'leave'>): void {
    socket.joined.delete(questionId);
    socket.dropResync(questionId);
    this.rooms.leave(socket, questionId);
  }

  @SubscribeMessage('ping')
  ping(@ConnectedSocket() socket: LiveSocket): void {
    socket.pong();
  }

  handleDisconnect(socket: LiveSocket): void {
    for (const questionId of socket.joined.keys()) this.rooms.leave(socket, questionId);
    socket.joined.clear();
  }
}

/** Replaces Nest's own adapters, which accept a socket before any check and send the results of handlers. */
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

  /** `Sockets` closes its sockets before the application closes. */
  close(): void {}

  /** Does nothing, but must exist because Nest always calls it. */
  async dispose(): Promise<void> {}
}
