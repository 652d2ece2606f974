import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcesBody } from './call.js';

/**
 * Reads and discards the rest of a refused body. A connection that is closed over unread bytes is reset, and the answer
 * may be lost with it (RFC 9112, section 9.6). A body that does not come in time is cut.
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
 * Calls back once, when the body has come or the connection is gone. A request hears nothing of its connection after
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

/** The pause between two looks for slow answers while the gateway stops. */
const lookEveryMs = 2000;
/** The pause between two rounds that end silent connections: some were just being accepted. */
const endSilentEveryMs = 100;

/**
 * Calls whose answer or body is still under way. While the gateway stops, an answer that goes out at two looks in a row
 * is cut, since a client may take it as slowly as it likes. No connection outlives its last call. Fastify’s own options
 * cut running calls (`forceCloseConnections`) or answer in another shape (`return503OnClosing`).
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

  /** Knows all connections of a server from here on. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /** Called when the server takes no more connections. Connections without a whole request would keep it open. */
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

  /** From here on nothing goes on for long. */
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

  /** What has arrived on the same connection meanwhile is answered first. */
  #endConnection({ socket }: IncomingMessage): void {
    for (const { req } of this.#open) if (req.socket === socket) return;
    socket.destroySoon();
  }
}

/** Nothing more of the request will come. */
const isOver = (req: IncomingMessage): boolean => req.complete || req.destroyed || req.socket.destroyed;

/** An answer that is out has released its connection; the request has not. */
const cut = (answer: ServerResponse): void => {
  if (answer.writableFinished) answer.req.destroy();
  else answer.destroy();
};
