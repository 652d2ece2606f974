import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcesBody } from './call.js';

/**
 * Reads and discards the remaining bytes of a refused body. If a server closes a connection with unread bytes, the
 * client may lose the answer (RFC 9112, section 9.6). Cuts a body that does not end in time.
 */
export class UnwantedBodies {
  constructor(private readonly timeoutMs: number) {}

  /** Call before the answer is sent. */
  discardBody(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    if (!announcesBody(request) || raw.complete) return;
    void reply.removeHeader('connection');
    const timer = setTimeout(() => raw.destroy(), this.timeoutMs);
    whenBodyEnds(raw, () => clearTimeout(timer));
    raw.resume();
  }
}

/**
 * Calls `then` once, when the body has ended or the connection has closed. Listens to the socket, because an answered
 * request does not report that its connection has closed.
 */
const whenBodyEnds = (request: IncomingMessage, then: () => void): void => {
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
/** Idle connections are ended repeatedly, because a stopping server may still accept some. */
const endSilentEveryMs = 100;

/**
 * Tracks calls whose answer or body is unfinished. Clients may read arbitrarily slowly. So during a stop this class
 * cuts an answer that it finds being sent at two checks in a row. Fastify's own options would cut running calls
 * (`forceCloseConnections`) or answer with another body (`return503OnClosing`).
 */
export class OpenAnswers {
  /** Grouped by connection. A `Set` of answers cost 15 µs a call, because V8 promoted every answer (see `InFlight`). */
  readonly #connections = new Map<Socket, ServerResponse[]>();
  readonly #leaving = new WeakSet<ServerResponse>();
  #isStopping = false;

  /** Tracks the answer until it is closed and the request's body has ended. */
  add(answer: ServerResponse): void {
    const { req } = answer;
    this.#connections.get(req.socket)?.push(answer);
    answer.on('close', () => {
      if (isOver(req)) this.#end(answer);
      else whenBodyEnds(req, () => this.#end(answer));
    });
  }

  /** Tracks all new connections of the server. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections.set(socket, []);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /**
   * Ends connections without a running call, because they would keep the server open. Call it when the server stops
   * accepting connections.
   */
  endIdleConnections(): void {
    const end = () => {
      for (const [socket, open] of this.#connections) if (open.length === 0) socket.destroySoon();
      if (this.#connections.size === 0) clearInterval(timer);
    };
    const timer = setInterval(end, endSilentEveryMs).unref();
    setImmediate(end);
  }

  /** Begins to cut slow answers and to close connections whose calls are answered. */
  stop(): void {
    this.#isStopping = true;
    const timer = setInterval(() => {
      if (this.#open.length === 0) clearInterval(timer);
      for (const answer of this.#open) {
        if (this.#leaving.has(answer)) cut(answer);
        else if (answer.headersSent) this.#leaving.add(answer);
      }
    }, lookEveryMs).unref();
  }

  get #open(): ServerResponse[] {
    return [...this.#connections.values()].flat();
  }

  /** During a stop, closes the connection once all its requests are answered. */
  #end(answer: ServerResponse): void {
    const { socket } = answer.req;
    const open = this.#connections.get(socket);
    if (!open) return;
    open.splice(open.indexOf(answer), 1);
    if (this.#isStopping && open.length === 0) socket.destroySoon();
  }
}

const isOver = (req: IncomingMessage): boolean => req.complete || req.destroyed || req.socket.destroyed;

/** Once the answer is finished, only the unfinished request holds the connection, so the request is destroyed. */
const cut = (answer: ServerResponse): void => {
  if (answer.writableFinished) answer.req.destroy();
  else answer.destroy();
};
