import { connect } from 'node:net';
import { loopback } from './free-port.ts';

interface Exchange {
  /** Said first; servers that greet want none. */
  readonly hello?: string;
  readonly isComplete: (text: string) => boolean;
  readonly timeoutMs?: number;
  readonly host?: string;
}

/** How long a running server may take to say that it is alive (ms). */
export const aliveTimeoutMs = 5_000;

/** Connects, says `hello` if there is one, and resolves with what came until `isComplete` is content; rejects after the time (ms). */
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

/** Repeats an attempt every 25 ms until it succeeds; gives up after the time (ms) or when the signal says that `what` has ended. */
export const untilAnswered = async (
  attempt: () => Promise<unknown>,
  {
    signal,
    timeoutMs = 60_000,
    what,
  }: { readonly signal?: AbortSignal; readonly timeoutMs?: number; readonly what: string },
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
