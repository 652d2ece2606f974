import { once } from 'node:events';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { contentRpc, identityRpc } from '@hearsay/contracts';
import { freePort } from '@hearsay/infra/servers';
import { openMediaStore } from '@hearsay/media-store';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { RawConnection } from './raw-request.suite.js';

const path = '/api/content/01890000-0000-7000-8000-000000000001';
const location = { contentType: 'question', id: path.slice(-36), questionId: path.slice(-36) };
const request = `GET ${path} HTTP/1.1\r\nhost: hearsay.example\r\n\r\n`;

describe('a gateway that is closing', () => {
  let gateway: GatewayUnderTest;
  let answer: () => void;
  let calls: number;

  beforeEach(async () => {
    gateway = await GatewayUnderTest.start();
    new FakeQuestions(gateway.services);
    const wait = new Promise<void>((resolve) => (answer = resolve));
    calls = 0;
    gateway.services.on(contentRpc.locate, async () => {
      calls += 1;
      await wait;
      return { location };
    });
  });
  afterEach(() => answer());

  const open = (sent = '') => RawConnection.open(gateway.gateway.port, sent);
  /** Without a stop, the connection would stay open for a minute. */
  const closed = (connection: RawConnection) => eventually('the end', () => connection.isClosed, 30_000);
  const post = (bytes: number, cookie = '') =>
    `POST /api/podcasts HTTP/1.1\r\nhost: hearsay.example\r\n${cookie}content-length: ${bytes}\r\n\r\n`;

  it('a closing gateway reports in its health that it is stopping', async () => {
    const ready = async () => (await (await gateway.health()).json()) as object;
    expect(await ready()).toEqual({ status: 'ready', missing: [] });
    const asked = gateway.get(path);
    await eventually('the call', () => calls === 1);
    const stopped = gateway.stop();
    expect(await ready()).toEqual({ status: 'not ready', missing: ['stopping'] });
    answer();
    expect((await asked).status).toBe(200);
    await stopped;
    await expect(ready()).rejects.toThrow();
  });

  it('a closing gateway finishes running requests, and answers 503 to later ones', async () => {
    const kept = await open(request);
    await eventually('the call', () => calls === 1);
    const stopped = gateway.stop();
    kept.socket.write(request);
    answer();
    await closed(kept);
    await stopped;
    expect(kept.statuses).toEqual([200, 503]);
    const refused = kept.received.slice(kept.received.lastIndexOf('HTTP/1.1 503'));
    for (const header of ['retry-after: 1', 'connection: close']) expect(refused.toLowerCase()).toContain(header);
    const body = JSON.parse(refused.slice(refused.indexOf('\r\n\r\n') + 4)) as object;
    expect(body).toEqual({ error: expect.any(String), code: 'unavailable', requestId: expect.any(String) });
    expect(calls).toBe(1);
  });

  it('a closing gateway closes a connection after the answer to a running request', async () => {
    const kept = await open(request);
    await eventually('the call', () => calls === 1);
    const stopped = gateway.stop();
    answer();
    await closed(kept);
    await stopped;
    expect(kept.statuses).toEqual([200]);
    expect(kept.received).toContain(JSON.stringify(location));
  });

  it('a closing gateway reads refused bodies to the end', async () => {
    let isAsked = false;
    let refuse = () => {};
    const held = new Promise<void>((resolve) => (refuse = resolve));
    gateway.services.on(identityRpc.session, async () => {
      isAsked = true;
      await held;
      return { session: null };
    });
    const half = 'x'.repeat(500_000);
    const cookie = `content-type: application/json\r\ncookie: hearsay_session=${'n'.repeat(43)}\r\n`;
    const sending = await open(post(1_000_000, cookie) + half);
    await eventually('the question whose session it is', () => isAsked);
    const stopped = gateway.stop();
    // Sends the other half and another call. A connection that was closed with unread bytes could not answer that call.
    sending.socket.once('data', () => sending.socket.write(half + request));
    refuse();
    await closed(sending);
    await stopped;
    expect(sending.statuses).toEqual([401, 503]);
    expect(sending.error).toBeUndefined();
  });

  it('a closing gateway does not wait for a slow body of a call that it has refused', async () => {
    const sending = await open(`${post(1_000_000)}x`);
    await eventually('the refusal', () => sending.statuses.length === 1);
    await gateway.stop();
    await closed(sending);
    expect(sending.statuses).toEqual([401]);
  });

  it('a closing gateway does not wait for a very slow reader of an episode', async () => {
    const { cookie } = gateway.services.signIn('maya');
    const key = `e${'k'.repeat(24)}`;
    // More bytes than the buffers of both sockets hold.
    const bytes = 64 * 1024 * 1024;
    await openMediaStore(pathToFileURL(gateway.mediaFolder).href).write(key, Buffer.alloc(bytes));
    gateway.services.on(contentRpc.media, () => ({ media: { contentType: 'audio/mpeg', bytes } }));
    const slow = await open(`GET /api/media/${key} HTTP/1.1\r\nhost: hearsay.example\r\ncookie: ${cookie}\r\n\r\n`);
    await eventually('the first bytes', () => slow.statuses.length === 1);
    slow.socket.pause();
    await gateway.stop();
    slow.socket.resume();
    await closed(slow);
    expect(slow.received.length).toBeLessThan(bytes);
  });

  it('a closing gateway answers new calls 503 while it waits for its sockets to close', async () => {
    // A client that reads nothing does not answer the close, so the stop waits until the test closes the socket.
    const patient = await GatewayUnderTest.start({ SOCKET_CLOSE_MS: '600000' });
    const stalled = await patient.socket();
    stalled.socket.pause();
    const stopped = patient.stop();
    const refused = await patient.get(path);
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    stalled.cut();
    await stopped;
  });

  it('a closing gateway does not wait for idle connections and half-sent requests', async () => {
    const others = [await open(), await open('GET /api/feed HTTP/1.1\r\nhost: hears')];
    const answered = await open(`${request}GET /api/fe`);
    answer();
    await eventually('the one is answered', () => answered.statuses.length === 1);
    await gateway.stop();
    for (const connection of [...others, answered]) await closed(connection);
    expect(answered.statuses).toEqual([200]);
  });
});

it('a gateway that fails to start closes everything that it has opened', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const healthPort = await freePort();
  const starting = GatewayUnderTest.start({ PORT: String(port), HEALTH_PORT: String(healthPort) });
  await expect(starting).rejects.toThrow('EADDRINUSE');
  taken.close();
  await expect(fetch(`http://127.0.0.1:${healthPort}/health/live`)).rejects.toThrow();
});
