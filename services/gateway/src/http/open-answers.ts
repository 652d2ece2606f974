import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcesBody } from './call.js';

/**
 * Reads and discards the rest of a refused body. A connection that is closed over unread bytes is reset, and the answer
 * may be lost (RFC 9112, section 9.6). A body that does not come in time is cut.
 */
export class UnwantedBodies {
  constructor(private readonly timeoutMs: number) {}

  /** Call before the answer is sent. */
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
 * Calls back once, when the body has come or the connection is gone. A request gets no events of its connection after
 * its answer.
 */
const whenOver = (request: IncomingMessage, then: () => void): void => {
  const { socket } = request;
  const isOver = () => {
    request.off('end', isOver);
    socket.off('close', isOver);
    then();
  };
  request.once('end', isOver);
  socket.once('close', isOver);
};

const lookEveryMs = 2000;
/** Repeated, because some connections were still being accepted. */
const endSilentEveryMs = 100;

/**
 * Calls whose answer or body is unfinished. During a stop, an answer that is still being sent at two checks in a row is
 * cut. A client could read arbitrarily slowly. Fastify's own options cut running calls (`forceCloseConnections`) or
 * answer in another shape (`return503OnClosing`).
 */
export class OpenAnswers {
  readonly #open = new Set<ServerResponse>();
  readonly #connections = new Set<Socket>();
  readonly #leaving = new WeakSet<ServerResponse>();
  #isStopping = false;

  add(answer: ServerResponse): void {
    this.#open.add(answer);
    answer.on('close', () => {
      if (isOver(answer.req)) this.#end(answer);
      else whenOver(answer.req, () => this.#end(answer));
    });
  }

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /**
   * Ends connections without a whole request, which would keep the server open. Call it when the server accepts no
   * more.
   */
  endSilent(): void {
    const end = () => {
      const asking = new Set([...this.#open].map(({ req }) => req.socket));
      for (const socket of this.#connections) if (!asking.has(socket)) socket.destroySoon();
      if (this.#connections.size === 0) clearInterval(timer);
    };
    const timer = setInterval(end, endSilentEveryMs).unref();
    setImmediate(end);
  }

  get size(): number {
    return this.#open.size;
  }

  stop(): void {
    this.#isStopping = true;
    const timer = setInterval(() => {
      if (this.size === 0) clearInterval(timer);
      for (const answer of this.#open) {
        if (this.#leaving.has(answer)) cut(answer);
        else if (answer.headersSent) this.#leaving.add(answer);
      }
    }, lookEveryMs).unref();
  }

  #end(answer: ServerResponse): void {
    this.#open.delete(answer);
    if (this.#isStopping) this.#endConnection(answer.req);
  }

  /** Later requests on the same connection are answered first. */
  #endConnection({ socket }: IncomingMessage): void {
    for (const { req } of this.#open) if (req.socket === socket) return;
    socket.destroySoon();
  }
}

const isOver = (req: IncomingMessage): boolean => req.complete || req.destroyed || req.socket.destroyed;

/** A finished answer has released its connection, but its request has not. */
const cut = (answer: ServerResponse): void => {
  if (answer.writableFinished) answer.req.destroy();
  else answer.destroy();
};
