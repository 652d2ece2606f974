import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { serveLoad } from './serve-load.ts';

/**
 * What anybody would write first: every message is written as JSON once and sent to every client of the room by `ws`. It knows nobody, keeps
 * nothing and waits for no tick.
 */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
let lastNumber = 0;

server.on('connection', (socket) => {
  socket.on('message', () => socket.send(JSON.stringify({ type: 'joined', data: { message: '', lastNumber } })));
});

/** Answers its URL. */
const listen = async (): Promise<string> => {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};

interface Say {
  readonly count: number;
  readonly words: string;
  readonly questionId: string;
  /** A room's entry as the gateway sends it: the payload is the same but for number and words. */
  readonly entry: { readonly discussion: object };
}

const say = async ({ count, words, questionId, entry }: Say): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    lastNumber += 1;
    const discussion = { ...entry.discussion, content: `Sent at ${Date.now()}${words}` };
    const entries = [{ ...entry, number: lastNumber, discussion }];
    const data = { message: '', questionId, discussionCount: lastNumber, from: lastNumber, to: lastNumber, entries };
    const text = JSON.stringify({ type: 'room', data });
    for (const client of server.clients) client.send(text);
  }
};

serveLoad({ listen, say });
