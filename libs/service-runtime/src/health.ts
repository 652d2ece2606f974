import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** Returns a short text for each thing that the process lacks. The process is ready if the list is empty. */
export type ReadinessCheck = () => Promise<readonly string[]> | readonly string[];

export const startHealthServer = async (options: {
  port: number;
  host?: string | undefined;
  registry: Registry;
  ready: ReadinessCheck;
  settled?: ReadinessCheck;
}): Promise<{ port: number; close: () => Promise<void> }> => {
  const server: Server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const check = (state: string, missingNow: ReadinessCheck) =>
      void Promise.resolve(missingNow()).then(
        (missing) =>
          answer(missing.length === 0 ? 200 : 503, { status: missing.length === 0 ? state : `not ${state}`, missing }),
        () => answer(503, { status: `not ${state}`, missing: ['the check itself'] }),
      );
    const path = request.url?.split('?')[0];
    if (path === '/health/live') answer(200, { status: 'live' });
    else if (path === '/health/ready') check('ready', options.ready);
    else if (path === '/health/settled') check('settled', options.settled ?? (() => []));
    else if (path === '/metrics') {
      void options.registry.metrics().then((text) => {
        response.writeHead(200, { 'content-type': options.registry.contentType });
        response.end(text);
      });
    } else answer(404, { status: 'not found' });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
