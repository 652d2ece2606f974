import { connect, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { contentRpc, identityRpc } from '@hearsay/contracts';
import { openMediaStore } from '@hearsay/media-store';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';

const path = '/api/content/01890000-0000-7000-8000-000000000001';
const location = { contentType: 'question', id: path.slice(-36), questionId: path.slice(-36) };
const request = `GET ${path} HTTP/1.1\r\nhost: hearsay.example\r\n\r\n`;

class Connection {
  received = '';
  isClosed = false;
  error: Error | undefined;

  private constructor(readonly socket: Socket) {
    socket.on('data', (data) => {
      this.received += data.toString();
    });
    socket.on('close', () => {
      this.isClosed = true;
    });
    socket.on('error', (error) => {
      this.error = error;
    });
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    return new Connection(socket);
  }

  get statuses(): string[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
  }
}

describe('a gateway that is closing', () => {
  let gateway: GatewayUnderTest;
  let answer: () => void;
  let calls: number;

  beforeEach(async () => {
    gateway = await GatewayUnderTest.start();
    new FakeQuestions(gateway.services);
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    calls = 0;
    gateway.services.on(contentRpc.locate, async () => {
      calls += 1;
      await wait;
      return { location };
    });
  });
  afterEach(() => answer());

  it('finishes running requests, and answers 503 to later ones on a connection', async () => {
    const kept = await Connection.open(gateway.gateway.port);
    kept.socket.write(request);
    await eventually('the call', () => calls === 1);
    const stopped = gateway.stop();
    kept.socket.write(request);
    answer();
    await eventually('both answers', () => kept.statuses.length === 2 && kept.isClosed);
    await stopped;
    expect(kept.statuses).toEqual(['200', '503']);
    const refused = kept.received.slice(kept.received.lastIndexOf('HTTP/1.1 503'));
    expect(refused.toLowerCase()).toContain('retry-after: 1');
    expect(refused.toLowerCase()).toContain('connection: close');
    const body = JSON.parse(refused.slice(refused.indexOf('\r\n\r\n') + 4)) as object;
    expect(body).toEqual({ error: expect.any(String), code: 'unavailable', requestId: expect.any(String) });
    expect(calls).toBe(1);
  });

  it('keeps no connection after the answer to a running request', async () => {
    const kept = await Connection.open(gateway.gateway.port);
    kept.socket.write(request);
    await eventually('the call', () => calls === 1);
    const stopped = gateway.stop();
    answer();
    // The connection would stay until the client closes it, or for a minute.
    await eventually('the end', () => kept.isClosed, 30_000);
    await stopped;
    expect(kept.statuses).toEqual(['200']);
    expect(kept.received).toContain(JSON.stringify(location));
  });

  it('reads refused bodies to the end, so that the client gets the answer', async () => {
    let asked = 0;
    let refuse!: () => void;
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    gateway.services.on(identityRpc.session, async () => {
      asked += 1;
      await held;
      return { session: null };
    });
    const sending = await Connection.open(gateway.gateway.port);
    const bytes = 1_000_000;
    sending.socket.write(
      'POST /api/podcasts HTTP/1.1\r\nhost: hearsay.example\r\ncontent-type: application/json\r\n' +
        `cookie: hearsay_session=${'n'.repeat(43)}\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes / 2)}`,
    );
    await eventually('the question whose session it is', () => asked === 1);
    const stopped = gateway.stop();
    // Sends the rest and another call. A connection closed over the rest could not answer it.
    sending.socket.once('data', () => sending.socket.write('x'.repeat(bytes / 2) + request));
    refuse();
    await eventually('the end', () => sending.isClosed, 30_000);
    await stopped;
    expect(sending.statuses).toEqual(['401', '503']);
    expect(sending.error).toBeUndefined();
  });

  it('does not wait for the rest of a slow, ignored body', async () => {
    const sending = await Connection.open(gateway.gateway.port);
    sending.socket.write('POST /api/podcasts HTTP/1.1\r\nhost: hearsay.example\r\ncontent-length: 1000000\r\n\r\nx');
    await eventually('the refusal', () => sending.statuses.length === 1);
    await gateway.stop();
    await eventually('the connection is cut', () => sending.isClosed);
    expect(sending.statuses).toEqual(['401']);
  });

  it('does not wait for a client that reads an episode very slowly', async () => {
    const { cookie } = gateway.services.signIn('maya');
    const key = `e${'k'.repeat(24)}`;
    const bytes = 64 * 1024 * 1024;
    // More than the buffers of two sockets hold.
    await openMediaStore(pathToFileURL(gateway.mediaFolder).href).write(key, Buffer.alloc(bytes));
    gateway.services.on(contentRpc.media, () => ({ media: { contentType: 'audio/mpeg', bytes } }));
    const slow = await Connection.open(gateway.gateway.port);
    slow.socket.write(`GET /api/media/${key} HTTP/1.1\r\nhost: hearsay.example\r\ncookie: ${cookie}\r\n\r\n`);
    await eventually('the first bytes', () => slow.statuses.length === 1);
    slow.socket.pause();
    await gateway.stop();
    slow.socket.resume();
    await eventually('the connection is cut', () => slow.isClosed);
    expect(slow.received.length).toBeLessThan(bytes);
  });

  it('answers new calls 503 while it waits for its sockets to close', async () => {
    // A peer that reads nothing does not answer the close, so the stop waits until the test ends it.
    const patient = await GatewayUnderTest.start({ SOCKET_CLOSE_MS: '600000' });
    const stalled = await SocketClient.open(patient.url);
    stalled.socket.pause();
    const stopped = patient.stop();
    const refused = await patient.ask('GET', path);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    stalled.close();
    await stopped;
    await gateway.stop();
  });

  it('waits for no idle connection and no half sent request', async () => {
    const silent = await Connection.open(gateway.gateway.port);
    const halfHeader = await Connection.open(gateway.gateway.port);
    halfHeader.socket.write('GET /api/feed HTTP/1.1\r\nhost: hears');
    const answered = await Connection.open(gateway.gateway.port);
    answered.socket.write(`${request}GET /api/fe`);
    answer();
    await eventually('the one is answered', () => answered.statuses.length === 1);
    await gateway.stop();
    for (const connection of [silent, halfHeader, answered])
      await eventually('the connection is over', () => connection.isClosed);
    expect(answered.statuses).toEqual(['200']);
  });
});
