import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OpenAnswers } from './open-answers.js';

describe('a call that is answered before its body arrives', () => {
  let open: OpenAnswers;
  let server: Server;
  beforeEach(async () => {
    open = new OpenAnswers();
    server = createServer((_request, answer) => {
      open.add(answer);
      answer.writeHead(401).end();
    });
    open.watch(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.close();
  });

  const begin = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: hearsay.example\r\ncontent-length: 4\r\n\r\nab');
    await once(socket, 'data');
    return socket;
  };

  it('is open until the body has arrived', async () => {
    const socket = await begin();
    expect(open.size).toBe(1);
    socket.write('cd');
    await eventually('it is over', () => open.size === 0);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  it('ends with its connection', async () => {
    const socket = await begin();
    expect(open.size).toBe(1);
    socket.destroy();
    await eventually('it is over', () => open.size === 0);
  });
});
