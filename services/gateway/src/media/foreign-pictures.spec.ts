import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ForeignPictures, mayConnect, normalizePictureAddress } from './foreign-pictures.js';

describe('the address of a picture', () => {
  it.each([
    ['https://example.org/a.png', 'https://example.org/a.png'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.org/ä b.png', 'https://example.org/%C3%A4%20b.png'],
    [`https://example.org/${'x'.repeat(2028)}`, `https://example.org/${'x'.repeat(2028)}`],
  ])('%s is kept as %s', (text, address) => {
    expect(normalizePictureAddress(text)).toBe(address);
  });

  it.each([
    'picture.png',
    '//example.org/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://example.org/a.png',
    'https://maya:secret@example.org/a.png',
    `https://example.org/${'x'.repeat(2029)}`,
    '',
  ])('%s is refused', (text) => {
    expect(() => normalizePictureAddress(text)).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: { fields: { profileImage: expect.any(String) } } }),
    );
  });
});

const publicAddresses = '8.8.8.8 93.184.216.34 172.32.0.1 100.128.0.1 2606:4700:4700::1111 2a00:1450:4001:81b::200e';
const otherAddresses = {
  'this host': '0.0.0.0 0.1.2.3 ::',
  loopback: '127.0.0.1 127.255.255.254 ::1',
  'private networks': '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1',
  'providers behind NAT': '100.64.0.1 100.100.100.200',
  'addresses where clouds keep credentials': '169.254.169.254 168.63.129.16 192.0.0.192 fd00:ec2::254',
  documentation: '192.0.2.1 198.51.100.7 203.0.113.9 2001:db8::1 3fff::1',
  'relays and tunnels': '192.88.99.1 2002:7f00:1:: 2001::1 2001:20::1',
  benchmarks: '198.18.0.1 2001:2::1',
  'many at once': '224.0.0.1 255.255.255.255 ff02::1',
  'reserved ranges': '240.0.0.1 5f00::1 4000::1 100::1',
  'IPv4 within IPv6': '::7f00:1 ::808:808 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8',
  NAT64: '64:ff9b::8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1',
  'the local link and site': 'fe80::1 fe80::1%eth0 fec0::1 fc00::1',
  'no address': 'localhost ',
};

describe('the gateway', () => {
  it.each(publicAddresses.split(' '))('the gateway connects to the public address %s', (address) => {
    expect([mayConnect(address, 80), mayConnect(address, 443)]).toEqual([true, true]);
  });

  it.each(Object.entries(otherAddresses))('the gateway does not connect to %s: %s', (_what, addresses) => {
    expect(addresses.split(' ').filter((address) => mayConnect(address, 443))).toEqual([]);
  });

  it.each([0, 21, 22, 25, 4222, 5432, 6379, 8080, 9000, 65_535])('the gateway does not connect to port %i', (port) => {
    expect(mayConnect('8.8.8.8', port)).toBe(false);
  });
});

const picture = Buffer.from('the bytes of a picture');
const refused = { code: 'invalid_input', details: { fields: { profileImage: expect.any(String) } } };

let server: Server;
let port: number;
let asked: string[];
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/picture': (_request, response) => response.end(picture),
  '/gone': (_request, response) => response.writeHead(404).end(picture),
  '/empty-redirect': (_request, response) => response.writeHead(302).end(),
  '/large': (_request, response) => response.end(Buffer.alloc(2000)),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  },
  '/slow': (_request, response) => response.write('a'),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://any');
    asked.push(url.pathname);
    const to = url.searchParams.get('to');
    if (to === null) answers[url.pathname]?.(request, response);
    else response.writeHead(Number(url.searchParams.get('status') ?? 302), { location: to }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

/** Reaches only the test's own server on loopback, under the given host names. */
const pictures = (names: Record<string, string[]> = {}, limits = { bytes: 1000, timeoutMs: 60_000 }) =>
  new ForeignPictures(
    {
      resolve: async (host) => names[host] ?? [],
      mayConnect: (address, asking) => address === '127.0.0.1' && asking === port,
    },
    limits,
  );
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
const via = (to: string, status = 302) => at(`/redirect?status=${status}&to=${encodeURIComponent(to)}`);
const fetch = (address: string, from = pictures()) => from.fetch(address, 'maya');

describe('a picture at another host', () => {
  it.each([
    ['by address', () => at('/picture')],
    ['by an address in another spelling', () => at('/picture', '0x7f.1')],
    ['by name', () => at('/picture', 'pictures.example')],
    ['behind a redirect', () => via(at('/picture'))],
    ['behind a permanent redirect', () => via(at('/picture'), 308)],
    ['behind a redirect to a path', () => via('/picture')],
    ['behind three redirects', () => via(via(via(at('/picture'))))],
  ])('%s is fetched', async (_what, address) => {
    expect(await fetch(address(), pictures({ 'pictures.example': ['10.0.0.1', '127.0.0.1'] }))).toEqual(picture);
  });

  it.each([
    ['at a private address', () => at('/picture', '127.0.0.2')],
    ['at a private address in decimal', () => at('/picture', '2130706434')],
    ['at a private address in octal', () => at('/picture', '0177.0.0.2')],
    ['at a mapped address', () => at('/picture', '[::ffff:127.0.0.1]')],
    ['at another port', () => 'http://127.0.0.1/picture'],
    ['of a name with private addresses', () => at('/picture', 'inside.example')],
    ['of a name that nobody has', () => at('/picture', 'unknown.example')],
    ['behind a redirect to a private address', () => via(at('/picture', '127.0.0.2'))],
    ['behind a redirect to a name with private addresses', () => via(at('/picture', 'inside.example'))],
    ['behind a redirect to a file', () => via('file:///etc/passwd')],
    ['behind a redirect with a password', () => via(`http://a:b@127.0.0.1:${port}/picture`)],
    ['behind four redirects', () => via(via(via(via(at('/picture')))))],
    ['behind a redirect to nowhere', () => at('/empty-redirect')],
    ['that is gone', () => at('/gone')],
    ['that is larger than allowed', () => at('/large')],
    ['that breaks off', () => at('/cut')],
    ['with a password', () => `http://a:b@127.0.0.1:${port}/picture`],
    ['of another protocol', () => `ftp://127.0.0.1:${port}/picture`],
  ])('%s is refused', async (_what, address) => {
    await expect(fetch(address(), pictures({ 'inside.example': ['127.0.0.2', '::1'] }))).rejects.toMatchObject(refused);
  });

  it('a picture is fetched from the IP address that was checked, even if DNS changes', async () => {
    const leads = [['127.0.0.1'], ['10.0.0.1']];
    const mayConnect = (address: string, asking: number) => address === '127.0.0.1' && asking === port;
    const rebinding = new ForeignPictures({ resolve: async () => leads.shift() ?? [], mayConnect });
    expect(await fetch(at('/picture', 'rebinding.example'), rebinding)).toEqual(picture);
    await expect(fetch(at('/picture', 'rebinding.example'), rebinding)).rejects.toMatchObject(refused);
    expect([asked, leads]).toEqual([['/picture'], []]);
  });

  it('a fetch that takes too long in all is refused', async () => {
    await expect(fetch(at('/slow'), pictures({}, { bytes: 1000, timeoutMs: 300 }))).rejects.toMatchObject(refused);
  });

  it('each account can fetch one picture at a time', async () => {
    const one = pictures();
    const first = one.fetch(at('/picture'), 'maya');
    await expect(one.fetch(at('/picture'), 'maya')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await one.fetch(at('/picture'), 'lou')).toEqual(picture);
    await first;
    expect(await one.fetch(at('/picture'), 'maya')).toEqual(picture);
  });

  it.each([
    'http://localhost/a.png',
    'http://127.0.0.1/a.png',
    'http://2130706433/a.png',
    'http://0x7f000001/a.png',
    'http://0177.0.0.1/a.png',
    'http://127.1/a.png',
    'http://１２７.０.０.１/a.png',
    'http://[::1]/a.png',
    'http://[::ffff:7f00:1]/a.png',
    'http://[64:ff9b::7f00:1]/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/a.png',
    'http://8.8.8.8:6379/',
  ])('a picture at %s is refused without a connection', async (address) => {
    await expect(new ForeignPictures().fetch(address, 'maya')).rejects.toMatchObject(refused);
  });
});
