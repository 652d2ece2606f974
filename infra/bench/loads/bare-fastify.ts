import { fastify } from 'fastify';
import { serveLoad } from './serve-load.ts';

/** What any server of this product could not do without: one route that reads a JSON body and answers JSON. */
const server = fastify({ logger: false });
let count = 0;
server.post('/api/bench/no-op', () => {
  count += 1;
  return { success: true };
});

/** Answers its URL. */
const listen = (): Promise<string> => server.listen({ host: '127.0.0.1', port: 0 });

const answered = async (): Promise<number> => count;

serveLoad({ listen, answered });
