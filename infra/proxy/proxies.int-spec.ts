import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { findProxy } from '../local/servers/binaries.ts';
import { freePort } from '../local/servers/ports.ts';
import { waitUntil } from '../local/servers/processes.ts';

const limitMs = 30_000;
const sample = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

let folder: string;
let upstream: Server;
let sockets: WebSocketServer;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-proxy-'));
  upstream = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.end(JSON.stringify({ headers: request.headers, bytes }));
  });
  sockets = new WebSocketServer({ server: upstream });
  sockets.on('connection', (socket, request: IncomingMessage) => socket.send(String(request.headers.host)));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  sockets.close();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const upstreamAddress = () => `127.0.0.1:${(upstream.address() as AddressInfo).port}`;

const nginx = (port: number) => {
  const server = sample('nginx.conf')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:8080', upstreamAddress());
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${folders.join(' ')} ${server} }`,
  );
  return ['-e', 'stderr', '-p', folder, '-c', file];
};

const caddy = (port: number) => {
  const file = join(folder, 'Caddyfile');
  const site = sample('Caddyfile')
    .replace('hearsay.example.org', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', upstreamAddress());
  writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
  return ['run', '--adapter', 'caddyfile', '--config', file];
};

const haproxy = (port: number) => {
  const file = join(folder, 'haproxy.cfg');
  const configuration = sample('haproxy.cfg')
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace('127.0.0.1:8080', upstreamAddress());
  writeFileSync(file, configuration);
  return ['-db', '-f', file];
};

const apache = (port: number, path: string) => {
  const file = join(folder, 'apache.conf');
  const modules = join(path, '../../lib/apache2/modules');
  const loaded = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http'].map(
    (name) => `LoadModule ${name}_module ${modules}/mod_${name}.so\n`,
  );
  const host = sample('apache.conf')
    .replace('*:443', `127.0.0.1:${port}`)
    .replaceAll(/^\s*SSL.*$/gm, '')
    .replace('127.0.0.1:8080', upstreamAddress());
  const process = `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nListen 127.0.0.1:${port}\n`;
  writeFileSync(file, `${loaded.join('')}${process}ErrorLog /dev/stderr\n${host}`);
  return ['-D', 'FOREGROUND', '-f', file];
};

// Caddy and nginx forward the scheme of the request. The samples for HAProxy and Apache always forward `https`.
describe.each([
  ['nginx', nginx, 'http'],
  ['caddy', caddy, 'http'],
  ['haproxy', haproxy, 'https'],
  ['apache2', apache, 'https'],
] as const)('the sample for %s', (name, prepare, scheme) => {
  it('the sample passes on address, host with port, sockets and large bodies', async () => {
    const proxy = await findProxy(name, name === 'apache2' ? 'apache2-bin' : name);
    if (!proxy) return console.warn(`Not tried: ${name} is neither installed nor a package of this distribution.`);
    const port = await freePort();
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(proxy.path, prepare(port, proxy.path), {
      env: { ...process.env, ...proxy.env, ...home },
      stdio: 'ignore',
    });
    children.push(child);
    const ask = (init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}/api/feed`, init).then((answer) => answer.json());
    const isUp = () =>
      ask().then(
        () => true,
        () => false,
      );
    expect(await waitUntil(isUp, limitMs)).toBe(true);

    // The proxy must not pass on a forged address.
    const { headers } = (await ask({ headers: { 'x-forwarded-for': '203.0.113.7' } })) as {
      headers: Record<string, string>;
    };
    expect(headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': scheme,
    });
    expect(headers.connection).not.toBe('upgrade');

    expect(await ask({ method: 'POST', body: Buffer.alloc(20_000_000) })).toMatchObject({ bytes: 20_000_000 });

    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin: `http://127.0.0.1:${port}` });
    const hello = await new Promise((resolve, reject) => {
      socket.once('message', (data) => resolve(String(data)));
      socket.once('error', reject);
    });
    expect(hello).toBe(`127.0.0.1:${port}`);
    socket.close();
  });
});
