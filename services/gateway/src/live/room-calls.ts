import { type ClientFrame, errorRules, Refusal } from '@hearsay/contracts';
import { type RateLimiter, takeRead } from '../access/rate-limiter.js';
import type { LiveSocket } from './live-socket.js';
import { errorFrame } from './room-audience.js';
import type { Rooms } from './rooms.js';

type Join = Extract<ClientFrame, { type: 'join' }>['data'];

/** Answers the frames of clients, which `LiveSocket` has checked. */
export class RoomCalls {
  constructor(
    private readonly rooms: Rooms,
    private readonly limiter: RateLimiter,
  ) {}

  answer(socket: LiveSocket, frame: ClientFrame): void {
    if (frame.type === 'join') void this.join(socket, frame.data);
    else if (frame.type === 'leave') this.leave(socket, frame.data.questionId);
    else socket.pong();
  }

  async join(socket: LiveSocket, { questionId, after }: Join): Promise<void> {
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
      const granted = takeRead(this.limiter, 'joins', socket.reader);
      if (granted !== true) await granted;
      const outcome = await this.rooms.join(socket, questionId, after ?? null, isWanted, socket.reader.accountId);
      if (outcome === 'done' || !isWanted()) return;
      this.leave(socket, questionId);
      if (outcome === 'resync') socket.resync(questionId);
      else socket.write(errorFrame('not_found', 'Question not found', questionId));
    } catch (error) {
      if (!isWanted()) return;
      // The socket may be in the room from an earlier join. A socket that is not in `joined` must be in no audience, or
      // it stays there after its end.
      this.leave(socket, questionId);
      const code = error instanceof Refusal ? error.code : 'internal';
      socket.write(errorFrame(code, errorRules[code].text, questionId));
    }
  }

  leave(socket: LiveSocket, questionId: string): void {
    socket.joined.delete(questionId);
    socket.dropResync(questionId);
    this.rooms.leave(socket, questionId);
  }

  end(socket: LiveSocket): void {
    for (const questionId of socket.joined.keys()) this.rooms.leave(socket, questionId);
    socket.joined.clear();
  }
}
