import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { announcesBody } from './call.js';

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

/** How often is looked, while the gateway stops, for answers that still go out. */
const lookEveryMs = 2000;
/** How often silent connections are ended while the server closes: some were just being accepted. */
const endSilentEveryMs = 100;

/**
 * Calls whose answer is not out yet, or whose body has not come whole. A call of a service ends by its deadline; but bytes go as slowly as somebody takes or
 * sends them, and no stop waits for that: an answer that was on its way at one look and still is at the next is cut, after two to four seconds. Players
 * go on with another process.
 * Nor is a connection kept behind its last call: the stop would wait until the client lets it go, a minute by default. It ends when the body is there too,
 * as closed over unread bytes it is reset, and the answer may be lost with it (see `UnwantedBodies`).
 * `forceCloseConnections` of Fastify would cut calls that have begun, and `return503OnClosing` answers in another shape.
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

  /** Called when the server takes no more connections: those that ask nothing, or have sent half a request, would keep it open. */
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

/** Whether nothing of a request is to come: it is whole, or will never be. */
const isOver = (req: IncomingMessage): boolean => req.complete || req.destroyed || req.socket.destroyed;

/** An answer that is out has let its connection go; the request has not. */
const cut = (answer: ServerResponse): void => {
  if (answer.writableFinished) answer.req.destroy();
  else answer.destroy();
};
