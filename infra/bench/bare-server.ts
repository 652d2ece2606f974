import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { WebSocketServer } from 'ws';

/**
 * The server with which the gateway is compared: a Fastify route, and a `ws` loop that serialises each message once.
 */
const server = fastify({ logger: false });
let answered = 0;
server.post('/api/bench/no-op', () => {
  answered += 1;
  return { success: true };
});
server.get('/answered', () => answered);

const room = new WebSocketServer({ server: server.server, perMessageDeflate: false });
let lastNumber = 0;
room.on('connection', (socket) => {
  socket.on('message', () => socket.send(JSON.stringify({ type: 'joined', data: { message: '', lastNumber } })));
});

export interface BareMessage {
  readonly content: string;
  readonly questionId: string;
  readonly entry: { readonly discussion: object };
}

process.on('message', ({ content, questionId, entry }: BareMessage) => {
  lastNumber += 1;
  const entries = [{ ...entry, number: lastNumber, discussion: { ...entry.discussion, content } }];
  const data = { message: '', questionId, discussionCount: lastNumber, from: lastNumber, to: lastNumber, entries };
  const text = JSON.stringify({ type: 'room', data });
  for (const client of room.clients) client.send(text);
});
process.on('disconnect', () => process.exit(0));

await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
