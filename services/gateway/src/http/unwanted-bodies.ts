import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcesBody } from './arrival.js';

/**
 * Bodies of calls that were refused before all of them had come. A connection that is closed over bytes that nobody has read is reset, and the answer may be
 * lost with it (RFC 9112, section 9.6): so whoever still sends is heard out, what comes is thrown away, and the connection is kept. Bodies that do not come
 * within the time are cut; sooner where the gateway stops, see `OpenAnswers`.
 */
export class UnwantedBodies {
  constructor(private readonly timeoutMs: number) {}

  /** Before the answer goes out. */
  hearOut(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    if (!announcesBody(request) || raw.complete) return;
    void reply.removeHeader('connection');
    const timer = setTimeout(() => raw.destroy(), this.timeoutMs);
    whenOver(raw, () => clearTimeout(timer));
    raw.resume();
  }
}

/**
 * Calls back once, when the body of a request is there to its end, or its connection is gone: of the latter a request is told nothing any more once its answer
 * is out.
 */
export const whenOver = (request: IncomingMessage, then: () => void): void => {
  const { socket } = request;
  const isOver = () => {
    request.off('end', isOver);
    socket.off('close', isOver);
    then();
  };
  request.once('end', isOver);
  socket.once('close', isOver);
};
