import { connect, createServer } from 'node:net';

export const loopback = '127.0.0.1';

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(true)));
  });

// Below the ephemeral ports, so that no outgoing connection takes the port of a restarting server.
const lowest = 15_000;
const highest = 31_999;
const tries = 400;
/** Ports that this process has chosen. They look free until a server listens, so they must not be chosen again. */
const handedOut = new Set<number>();

/** The preferred port if it is free, else a random one. A process gets no random port twice. */
export const freePort = async (preferred?: number): Promise<number> => {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const isPreferred = attempt === 0 && preferred;
    const port = isPreferred || lowest + Math.floor(Math.random() * (highest - lowest));
    if ((!isPreferred && handedOut.has(port)) || !(await isPortFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('No free port was found on 127.0.0.1.');
};

export const answerWithinMs = 5_000;

/** Connects to a server. @returns the first line that the server sends */
export const readGreeting = (port: number, host = loopback): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host, timeout: answerWithinMs });
    let text = '';
    const end = (error?: Error) => {
      socket.destroy();
      error ? reject(error) : resolve(text);
    };
    socket.on('timeout', () => end(new Error(`No answer on port ${port} within ${answerWithinMs} ms.`)));
    socket.on('error', end);
    socket.on('close', () => end(new Error(`Port ${port} closed the connection.`)));
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      if (text.includes('\r\n')) end();
    });
  });

interface Patience {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly what: string;
}

/** Repeats `attempt` until it succeeds. @throws after the time limit, or if `signal` has aborted */
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
