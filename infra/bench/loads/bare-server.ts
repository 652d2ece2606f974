import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { WebSocketServer } from 'ws';
import { serveLoad } from './serve-load.ts';

/**
 * What the gateway is measured against: one route of Fastify that reads a JSON body and answers JSON, and a loop of `ws` that writes every
 * message as JSON once and sends it to every client of the room.
 */
const server = fastify({ logger: false });
let answeredCalls = 0;
server.post('/api/bench/no-op', () => {
  answeredCalls += 1;
  return { success: true };
});

const room = new WebSocketServer({ server: server.server, perMessageDeflate: false });
let lastNumber = 0;
room.on('connection', (socket) => {
  socket.on('message', () => socket.send(JSON.stringify({ type: 'joined', data: { message: '', lastNumber } })));
});

/** Answers its URL. */
const listen = async (): Promise<string> => {
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
};

interface Message {
  readonly content: string;
  readonly questionId: string;
  /** A room's entry as the gateway sends it: the payload is the same but for number and words. */
  readonly entry: { readonly discussion: object };
}

const say = async ({ content, questionId, entry }: Message): Promise<void> => {
  lastNumber += 1;
  const entries = [{ ...entry, number: lastNumber, discussion: { ...entry.discussion, content } }];
  const data = { message: '', questionId, discussionCount: lastNumber, from: lastNumber, to: lastNumber, entries };
  const text = JSON.stringify({ type: 'room', data });
  for (const client of room.clients) client.send(text);
};

const answered = async (): Promise<number> => answeredCalls;

serveLoad({ listen, say, answered });
