import { once } from 'node:events';
import {
  request as ask,
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReleaseProxy {
  readonly url: string;
  release(): void;
  wasWorkerRequested(): boolean;
  close(): Promise<void>;
}

/** Begins the names of the files that the proxy serves after `release`. */
export const nextBuildPrefix = 'next-';

/** Uses a new connection each time, because a kept-alive connection may close when it is reused. */
const requestSystem = (
  base: string,
  { url = '/', method = 'GET', headers = {} }: Partial<IncomingMessage>,
): ClientRequest => ask(new URL(url, base), { method, headers, agent: false });

/** @throws {Error} when the system does not answer with success */
const readWhole = async (
  base: string,
  url: string,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }> => {
  const asked = requestSystem(base, { url }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode: status = 502, headers } = answer;
  const body = await buffer(answer);
  if (status >= 500) throw new Error(`${url}: ${status}`);
  return { status, headers, body };
};

/** A proxy that can release a newer build: the same app with new file names. It refuses live connections. */
export const startReleaseProxy = async (base: string): Promise<ReleaseProxy> => {
  const worker = String((await readWhole(base, '/sw.js')).body);
  const names = [...worker.matchAll(/url:"assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error('The service worker names no files of the build');
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const renamed = (text: string): string =>
    text
      .replace(anyName, (name) => nextBuildPrefix + name)
      .replace(/(url:"index\.html",revision:")/, `$1${nextBuildPrefix}`);
  let isNext = false;
  let isWorkerRequested = false;

  const sendPart = async (path: string, response: ServerResponse): Promise<void> => {
    const file = path.slice('/assets/'.length);
    const isOfNext = file.startsWith(nextBuildPrefix);
    if (names.includes(isOfNext ? file.slice(nextBuildPrefix.length) : file) && isOfNext !== isNext) {
      response.writeHead(404).end();
      return;
    }
    const { status, headers, body } = await readWhole(base, path.replace(nextBuildPrefix, ''));
    const type = headers['content-type'] ?? '';
    const isText = /javascript|css|html|json/.test(type);
    // Drops the content security policy, because the new names change the hash of the document's own script.
    const { location, 'cache-control': cacheControl = 'no-cache' } = headers;
    response.writeHead(status, { 'content-type': type, 'cache-control': cacheControl, ...(location && { location }) });
    response.end(isText && isNext ? renamed(String(body)) : body);
  };

  const passOn = (request: IncomingMessage, response: ServerResponse): void => {
    const passed = requestSystem(base, request).on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (isNext && path === '/sw.js') isWorkerRequested = true;
    if (path === '/ws') response.writeHead(404).end();
    else if (path.startsWith('/api/')) passOn(request, response);
    else sendPart(path, response).catch(() => response.destroy());
  });
  const { hostname } = new URL(base);
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNext = true;
    },
    wasWorkerRequested: () => isWorkerRequested,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
