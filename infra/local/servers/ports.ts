import { connect, createServer } from 'node:net';

export const loopback = '127.0.0.1';

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(true)));
  });

// Below the range of ephemeral ports, so that a restarted server finds its port free.
const lowest = 15_000;
const highest = 31_999;
const handedOut = new Set<number>();
/**
 * A chosen port stays free until its process listens. So each process begins in a stretch of its own, and never chooses
 * a port twice.
 */
const stretches = 16;
const stretchLength = Math.floor((highest - lowest) / stretches);
const stretchStart = lowest + (process.pid % stretches) * stretchLength;
const tries = 200;

export const freePort = async (preferred?: number): Promise<number> => {
  for (let attempt = preferred ? -1 : 0; attempt < 2 * tries; attempt += 1) {
    const [from, length] = attempt < tries ? [stretchStart, stretchLength] : [lowest, highest - lowest];
    const port = attempt < 0 ? (preferred ?? 0) : from + Math.floor(Math.random() * length);
    if ((attempt >= 0 && handedOut.has(port)) || !(await isPortFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('No free port was found on 127.0.0.1.');
};

interface Exchange {
  readonly hello?: string;
  readonly isComplete: (text: string) => boolean;
  readonly timeoutMs?: number;
  readonly host?: string | undefined;
}

export const aliveTimeoutMs = 5_000;

export const tcpAnswer = (
  port: number,
  { hello = '', isComplete, timeoutMs = 1_000, host = loopback }: Exchange,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host });
    let text = '';
    const end = (error?: Error) => {
      socket.destroy();
      error ? reject(error) : resolve(text);
    };
    socket.setTimeout(timeoutMs, () => end(new Error(`No answer on port ${port} within ${timeoutMs} ms.`)));
    socket.on('error', end);
    socket.on('close', () => end(new Error(`Port ${port} closed the connection.`)));
    socket.on('connect', () => hello && socket.write(hello));
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      if (isComplete(text)) end();
    });
  });

interface Patience {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly what: string;
}

export const untilAnswered = async (
  attempt: () => Promise<unknown>,
  { signal, timeoutMs = 180_000, what }: Patience,
): Promise<void> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (signal?.aborted) throw new Error(`${what} ended before it answered.`);
      if (performance.now() > deadline)
        throw new Error(`${what} does not answer: ${error instanceof Error ? error.message : error}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
};
