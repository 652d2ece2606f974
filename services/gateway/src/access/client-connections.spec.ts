import type { IncomingMessage } from 'node:http';
import { describe, expect, it, jest } from '@jest/globals';
import { addressForLimits, ClientConnections } from './client-connections.js';

describe('the client address of limits', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no: address', 'no: address'],
  ])('of %s is %s', (address, counted) => {
    expect(addressForLimits(address)).toBe(counted);
  });
});

const onUntrusted = jest.fn<(peer: string) => void>();
const clients = (isAlwaysTls = false) =>
  new ClientConnections({ trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8:ffff::/48'], isAlwaysTls, onUntrusted });
const request = (headers: Record<string, string>, remoteAddress = '127.0.0.1', encrypted = false) =>
  ({ headers, socket: { remoteAddress, encrypted } }) as unknown as IncomingMessage;
const addressOf = (headers: Record<string, string>, peer?: string) =>
  clients().clientOf(request(headers, peer)).address;

const proxy = '127.0.0.1';
const v6 = '2001:db8:1:2::/64';

describe('the client behind a trusted proxy', () => {
  it.each([
    ['203.0.113.11', '203.0.113.11'],
    ['203.0.113.11:40001', '203.0.113.11'],
    ['203.0.113.11:_port', '203.0.113.11'],
    ['  203.0.113.11  ', '203.0.113.11'],
    ['"203.0.113.11:40001"', '203.0.113.11'],
    ['2001:db8:1:2::9', v6],
    ['[2001:db8:1:2::9]', v6],
    ['[2001:DB8:1:2::9]:40001', v6],
    ['"[2001:db8:1:2::9]:40001"', v6],
    ['::ffff:203.0.113.11', '203.0.113.11'],
    ['[::ffff:203.0.113.11]:40001', '203.0.113.11'],
    ['198.51.100.1, 203.0.113.11:40001', '203.0.113.11'],
    ['198.51.100.1:1, 203.0.113.11:2, 10.0.0.3:3', '203.0.113.11'],
    ['203.0.113.11, [2001:db8:ffff::1]:3', '203.0.113.11'],
    ['10.0.0.9:5', '10.0.0.9'],
    ['203.0.113.11,', '203.0.113.11'],
    // If a trusted proxy wrote no valid address, this proxy itself counts as the client.
    ['unknown', proxy],
    ['_hidden', proxy],
    ['', proxy],
    [',', proxy],
    ['203.0.113.11:', proxy],
    ['203.0.113.11:123456', proxy],
    ['[203.0.113.11]', proxy],
    ['[2001:db8:1:2::9', proxy],
    ['[]', proxy],
    ['203.0.113', proxy],
    ['0xcb007101', proxy],
    ['203.0.113.011', proxy],
    ['no address', proxy],
    ['198.51.100.1, unknown', proxy],
    ['198.51.100.1, unknown, 10.0.0.3', '10.0.0.3'],
  ])('X-Forwarded-For: %s is %s', (header, address) => {
    expect(addressOf({ 'x-forwarded-for': header })).toBe(address);
  });

  it.each([
    ['for=203.0.113.11', '203.0.113.11'],
    ['For="203.0.113.11:40001"', '203.0.113.11'],
    ['proto=https;FOR="[2001:db8:1:2::9]:40001";by=203.0.113.43', v6],
    ['for="[2001:db8:1:2::9]"', v6],
    ['for=198.51.100.1, for=203.0.113.11;host=a.example, for=10.0.0.3', '203.0.113.11'],
    ['for=203.0.113.11;ext="a, \\"b\\"; c"', '203.0.113.11'],
    ['for="203\\.0.113.11"', '203.0.113.11'],
    [', for=203.0.113.11', '203.0.113.11'],
    ['for=unknown', proxy],
    ['for=_secret', proxy],
    ['proto=https', proxy],
    ['for=198.51.100.1, proto=https', proxy],
    // The client sent an open quotation mark, so the entry that the proxy has appended cannot be read.
    ['for=198.51.100.1;ext=", for="[2001:db8:1:2::9]"', proxy],
    ['for=198.51.100.1;ext=", for=203.0.113.11', proxy],
    ['for=2001:db8:1:2::9', proxy],
    ['nonsense', proxy],
    [`${'for=198.51.100.1, '.repeat(300)}for=203.0.113.11`, proxy],
  ])('Forwarded: %s is %s', (header, address) => {
    expect(addressOf({ forwarded: header })).toBe(address);
  });

  it.each([
    ['203.0.113.11:1', 'for="203.0.113.11:2"', '203.0.113.11'],
    ['203.0.113.11', 'for=198.51.100.1', proxy],
    ['198.51.100.1', 'for=203.0.113.11', proxy],
  ])('X-Forwarded-For: %s beside Forwarded: %s is %s', (list, forwarded, address) => {
    expect(addressOf({ 'x-forwarded-for': list, forwarded })).toBe(address);
  });

  it.each([
    [{ 'x-forwarded-proto': 'https' }, true],
    [{ 'x-forwarded-proto': 'HTTPS' }, true],
    [{ 'x-forwarded-proto': 'http, https' }, true],
    [{ 'x-forwarded-proto': 'https, http' }, false],
    [{ forwarded: 'for=203.0.113.11;proto=https' }, true],
    [{ forwarded: 'for=203.0.113.11;proto=https, for=10.0.0.3;proto=http' }, true],
    [{}, false],
  ])('%j says over TLS: %s', (headers, isOverTls) => {
    expect(clients().clientOf(request(headers)).isOverTls).toBe(isOverTls);
    expect(clients(true).clientOf(request(headers)).isOverTls).toBe(true);
  });

  it.each([
    [{ host: 'in.example' }, 'in.example'],
    [{ host: 'in.example', 'x-forwarded-host': 'a.example, hearsay.example' }, 'hearsay.example'],
    [{ host: 'in.example', forwarded: 'for=203.0.113.11;host="hearsay.example:8443"' }, 'hearsay.example:8443'],
  ])('%j asks for %s', (headers, host) => {
    expect(clients().clientOf(request(headers)).host).toBe(host);
  });
});

describe('the client without a trusted proxy', () => {
  const forged = {
    'x-forwarded-for': '203.0.113.11',
    forwarded: 'for=203.0.113.11;proto=https',
    'x-forwarded-host': 'evil.example',
  };

  it('without a trusted proxy the client is the peer, despite any headers', () => {
    const { address, isOverTls, host } = clients().clientOf(
      request({ ...forged, host: 'hearsay.example' }, '198.51.100.7'),
    );
    expect({ address, isOverTls, host }).toEqual({
      address: '198.51.100.7',
      isOverTls: false,
      host: 'hearsay.example',
    });
    expect(clients().clientOf(request({}, '198.51.100.7', true)).isOverTls).toBe(true);
  });

  it.each([
    ['172.18.0.1', '172.18.0.1'],
    ['::ffff:172.18.0.1', '::ffff:172.18.0.1'],
    ['198.51.100.7', 'a public address'],
  ])('the gateway warns once a minute of forwarded headers from %s', (peer, named) => {
    onUntrusted.mockClear();
    const connections = clients();
    connections.clientOf(request({}, peer));
    expect(onUntrusted).not.toHaveBeenCalled();
    connections.clientOf(request(forged, peer));
    connections.clientOf(request(forged, peer));
    expect(onUntrusted.mock.calls).toEqual([[named]]);
  });
});
