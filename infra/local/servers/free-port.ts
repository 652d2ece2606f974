import { createServer } from 'node:net';

export const loopback = '127.0.0.1';

/** Whether nobody listens on this loopback port at the moment. */
const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: loopback, exclusive: true }, () => server.close(() => resolve(true)));
  });

// Below the range from which systems take the ports of outgoing connections: a server that comes back finds its port again.
const lowest = 15_000;
const highest = 31_999;
const handedOut = new Set<number>();
/**
 * A port is free until the process that it was chosen for has begun to listen, which takes a moment: so each process that chooses ports looks first
 * in a stretch of its own, and those of one run choose none twice.
 */
const stretches = 16;
const stretchLength = Math.floor((highest - lowest) / stretches);
const stretchStart = lowest + (process.pid % stretches) * stretchLength;
/** How many ports are tried, in the own stretch and then anywhere. */
const tries = 200;

/** A free loopback port: the preferred one if nobody has it, otherwise any that this process has not handed out yet. */
export const freePort = async (preferred?: number): Promise<number> => {
  if (preferred && (await isPortFree(preferred))) {
    handedOut.add(preferred);
    return preferred;
  }
  for (let attempt = 0; attempt < 2 * tries; attempt += 1) {
    const [from, length] = attempt < tries ? [stretchStart, stretchLength] : [lowest, highest - lowest];
    const port = from + Math.floor(Math.random() * length);
    if (handedOut.has(port) || !(await isPortFree(port))) continue;
    handedOut.add(port);
    return port;
  }
  throw new Error('No free port was found on 127.0.0.1.');
};
