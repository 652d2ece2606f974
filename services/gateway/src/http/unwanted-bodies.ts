import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcesBody } from './arrival.js';

/**
 * Bodies of calls that were refused before all of them had come. A connection that is closed over bytes that nobody has read is reset, and the answer may be
 * lost with it (RFC 9112, section 9.6): so whoever still sends is heard out, what comes is thrown away, and the connection is kept. Bodies that do not come
 * within the time are cut.
 */
export class UnwantedBodies {
  readonly #coming = new Set<IncomingMessage>();
  #isStopping = false;

  constructor(private readonly timeoutMs: number) {}

  /** Before the answer goes out. */
  hearOut(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    if (!announcesBody(request) || raw.complete || this.#isStopping) return;
    void reply.removeHeader('connection');
    const timer = setTimeout(() => raw.destroy(), this.timeoutMs);
    const isOver = () => {
      clearTimeout(timer);
      this.#coming.delete(raw);
    };
    this.#coming.add(raw);
    raw.once('end', isOver).once('close', isOver).resume();
  }

  /** No stop waits for what nobody wants. */
  stop(): void {
    this.#isStopping = true;
    for (const raw of this.#coming) raw.destroy();
  }
}
