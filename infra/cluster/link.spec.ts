import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loopback } from '../local/servers/ports.ts';
import { Link } from './link.ts';

describe('the link between a member and a server', () => {
  let server: Server;
  let link: Link;
  let member: Socket;
  let served: Socket[];
  let got: { member: string; server: string };
  const open = (): Socket => {
    const socket = connect(link.port, loopback);
    socket.on('data', (data) => {
      got.member += data;
    });
    socket.on('error', () => undefined);
    return socket;
  };

  beforeEach(async () => {
    served = [];
    got = { member: '', server: '' };
    server = createServer((socket) => {
      served.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        got.server += data;
        socket.write(`answer to ${data}`);
      });
    });
    server.listen(0, loopback);
    await once(server, 'listening');
    link = await Link.start(() => ({ host: loopback, port: (server.address() as AddressInfo).port }));
    member = open();
    member.write('one.');
    await eventually('the first answer', () => got.member === 'answer to one.');
  });
  afterEach(async () => {
    member.destroy();
    link.close();
    server.close();
    await once(server, 'close');
  });

  it('a cut `out` delays bytes from a member, but not bytes to it', async () => {
    link.setCut('out');
    member.write('two.');
    served[0]!.write(' and more');
    await eventually('what the server sends', () => got.member.endsWith(' and more'));
    expect(got.server).toBe('one.');
    link.setCut('none');
    await eventually('the second answer', () => got.member.endsWith('answer to two.'));
  });

  it('a cut `in` delays bytes to a member, but not bytes from it', async () => {
    link.setCut('in');
    member.write('two.');
    await eventually('the words', () => got.server === 'one.two.');
    expect(got.member).toBe('answer to one.');
    link.setCut('none');
    await eventually('the second answer', () => got.member.endsWith('answer to two.'));
  });

  it('a cut delays new connections, and the closing of open ones, until it ends', async () => {
    link.setCut('both');
    member.destroy();
    const another = open();
    another.write('three.');
    await once(another, 'connect');
    expect([served.length, served[0]!.closed]).toEqual([1, false]);
    link.setCut('none');
    await eventually('the server learns of the end', () => served[0]!.closed);
    await eventually('the new connection', () => got.server === 'one.three.');
    another.destroy();
  });
});
