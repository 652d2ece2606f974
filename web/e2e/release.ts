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

export interface Front {
  readonly url: string;
  /** From now on another build is served, and none of the one before. */
  release(): void;
  /** Whether a browser has asked since then what the newest service worker is. */
  wasAsked(): boolean;
  close(): Promise<void>;
}

/** What stands before the name of each file of the other build. */
export const NEXT = 'next-';

/** Asks the system, each time on a connection of its own: a kept one may be closed just when it is used again. */
const askSystem = (
  base: string,
  { url = '/', method = 'GET', headers = {} }: Partial<IncomingMessage>,
): ClientRequest => ask(new URL(url, base), { method, headers, agent: false });

/** @throws {Error} when the system does not answer, or not well */
const readWhole = async (
  base: string,
  url: string,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }> => {
  const asked = askSystem(base, { url }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode: status = 502, headers } = answer;
  const body = await buffer(answer);
  if (status >= 500) throw new Error(`${url}: ${status}`);
  return { status, headers, body };
};

/**
 * A door of its own to the system under test, at which a newer build can be released: the same app, in which every file of code has another name,
 * and with it other content. The system itself is not touched. It passes calls on; the live connection is refused, and polls bring the same.
 */
export const openFront = async (base: string): Promise<Front> => {
  const worker = String((await readWhole(base, '/sw.js')).body);
  const names = [...worker.matchAll(/url:"assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error('The service worker names no files of the build');
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const renamed = (text: string): string =>
    text.replace(anyName, (name) => NEXT + name).replace(/(url:"index\.html",revision:")/, `$1${NEXT}`);
  let isNext = false;
  let wasAsked = false;

  const sendPart = async (path: string, response: ServerResponse): Promise<void> => {
    const file = path.slice('/assets/'.length);
    const isOfNext = file.startsWith(NEXT);
    if (names.includes(isOfNext ? file.slice(NEXT.length) : file) && isOfNext !== isNext) {
      response.writeHead(404).end();
      return;
    }
    const { status, headers, body } = await readWhole(base, path.replace(NEXT, ''));
    const type = headers['content-type'] ?? '';
    const isText = /javascript|css|html|json/.test(type);
    // The policy for scripts goes: it names the document's own script by its words, and these are others now.
    const { location, 'cache-control': cacheControl = 'no-cache' } = headers;
    response.writeHead(status, { 'content-type': type, 'cache-control': cacheControl, ...(location && { location }) });
    response.end(isText && isNext ? renamed(String(body)) : body);
  };

  const passOn = (request: IncomingMessage, response: ServerResponse): void => {
    const passed = askSystem(base, request).on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // A page that is closed ends its calls.
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  };

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (isNext && path === '/sw.js') wasAsked = true;
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
    wasAsked: () => wasAsked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
