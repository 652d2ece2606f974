import { describe, expect, it } from '@jest/globals';
import { mayConnect } from './public-address.js';

describe('the gateway', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('connects to the public address %s', (address) => {
    expect([mayConnect(address, 80), mayConnect(address, 443)]).toEqual([true, true]);
  });

  it.each([
    ['this host', '0.0.0.0'],
    ['this host', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a provider behind NAT', '100.64.0.1'],
    ['a provider behind NAT', '100.100.100.200'],
    ['link-local, where clouds keep credentials', '169.254.169.254'],
    ['Azure’s own address', '168.63.129.16'],
    ['protocol assignments', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4 in the oldest spelling', '::7f00:1'],
    ['IPv4 in the oldest spelling', '::808:808'],
    ['mapped IPv4', '::ffff:127.0.0.1'],
    ['mapped IPv4', '::ffff:8.8.8.8'],
    ['translated IPv4', '::ffff:0:8.8.8.8'],
    ['NAT64', '64:ff9b::8.8.8.8'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['benchmarks', '2001:2::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['what nobody was given', '4000::1'],
    ['discard', '100::1'],
    ['unique local', 'fc00::1'],
    ['unique local, where clouds keep credentials', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['no address', ''],
  ])('does not connect to %s: %s', (_what, address) => {
    expect(mayConnect(address, 443)).toBe(false);
  });

  it.each([0, 21, 22, 25, 4222, 5432, 6379, 8080, 9000, 65_535])('does not connect to port %i', (port) => {
    expect(mayConnect('8.8.8.8', port)).toBe(false);
  });
});
