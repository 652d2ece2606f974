import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { contentRpc, dataUrlLimits } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { encodeUploadMetadata, FakeUploads } from './fake-uploads.suite.js';
import { GatewayUnderTest, gatewayForBlock } from './gateway-under-test.suite.js';
import { RawConnection } from './raw-request.suite.js';
import { questionView } from './views.suite.js';

interface Sender {
  readonly sending: ClientRequest;
  readonly answered: Promise<IncomingMessage>;
  readonly cut: Promise<unknown>;
}

describe('bodies', () => {
  const gateway = gatewayForBlock();
  beforeEach(() => gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() })));

  const begin = (method: string, path: string, headers: Record<string, string | number>, to = gateway): Sender => {
    const sending = request(`${to.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const answered = once(sending, 'response').then(([answer]) => answer as IncomingMessage);
    answered.catch(() => undefined);
    const cut = new Promise((resolve) => sending.on('error', resolve));
    sending.flushHeaders();
    return { sending, answered, cut };
  };
  const statusOf = async ({ answered }: Sender): Promise<number | undefined> => {
    const answer = await answered;
    answer.resume();
    return answer.statusCode;
  };

  it('if a route needs a session, a long body without one is refused unread', async () => {
    const long = Math.ceil((dataUrlLimits.podcast * 4) / 3);
    const picture = `/api/users/${gateway.fan.person.id}/profile-image`;
    const ofUnknownLength = { 'transfer-encoding': 'chunked' };
    const ofEndedSession = { 'content-length': long, cookie: `hearsay_session=${'n'.repeat(43)}` };
    for (const [status, method, path, headers] of [
      ...[{ 'content-length': long }, ofUnknownLength, ofEndedSession].flatMap((headers) => [
        [401, 'POST', '/api/podcasts', headers] as const,
        [401, 'PATCH', picture, headers] as const,
      ]),
      [404, 'PATCH', '/api/podcasts/1', { 'content-length': 20_000 }],
      [403, 'POST', '/api/podcasts', { 'content-length': 20_000, 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      // The body is never sent.
      const announced = begin(method, path, headers);
      expect(await statusOf(announced)).toBe(status);
      announced.sending.destroy();
    }
  });

  const largeBody = Buffer.from(`{${' '.repeat(2_000_000)}}`);
  const publish = (cookie: string, body: Buffer | null, to = gateway) => {
    const sender = begin('POST', '/api/podcasts', { cookie, 'content-length': largeBody.length }, to);
    if (body) sender.sending.end(body);
    return sender;
  };

  it('a second large body of one account is refused while the first is read', async () => {
    const { cookie } = gateway.services.signIn('sender');
    const both = [publish(cookie, null), begin('POST', '/api/podcasts', { cookie, 'transfer-encoding': 'chunked' })];
    // The client never sends the bodies. One request waits for its body, the other is refused.
    const answer = await Promise.race(both.map(({ answered }) => answered));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(await statusOf(publish(gateway.services.signIn('another').cookie, largeBody))).toBe(400);
    for (const { sending } of both) sending.destroy();
    await eventually('the slot is free again', async () => (await statusOf(publish(cookie, largeBody))) === 400);
  });

  it('a large body takes a permit of its limit before it is read', async () => {
    const strict = await GatewayUnderTest.start({ RATE_LIMIT_POSTS: '1/3600' });
    const { cookie } = strict.services.signIn('sender');
    expect(await statusOf(publish(cookie, largeBody, strict))).toBe(400);
    const unread = publish(cookie, null, strict);
    expect(await statusOf(unread)).toBe(429);
    unread.sending.destroy();
  });

  it('a visitor’s long body is read only on routes for visitors, a short one always', async () => {
    const long = { description: 'x'.repeat(4000), more: 'y'.repeat(9000) };
    const body = { title: 'Who?', isAnonymous: true, targetUserId: uuidv7(), ...long };
    expect((await gateway.ask('POST', '/api/questions', { body })).status).toBe(201);
    const answer = await gateway.ask('POST', '/api/discussions', { body: { content: 'hi', questionId: 'zzz' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('a body that takes too long is cut, unless it is an upload', async () => {
    const impatient = await GatewayUnderTest.start({ BODY_TIMEOUT_MS: '300' });
    const { cookie } = impatient.services.signIn('fan');
    new FakeUploads(impatient.services);
    const headers = { cookie, 'tus-resumable': '1.0.0' };
    const metadata = encodeUploadMetadata({ filename: 'talk.mp3', filetype: 'audio/mpeg', purpose: 'podcast' });
    const creating = { ...headers, 'upload-length': '6', 'upload-metadata': metadata };
    const opened = await impatient.ask('POST', '/api/uploads', { headers: creating });
    const bytes = { 'upload-offset': 0, 'content-length': 6, 'content-type': 'application/offset+octet-stream' };
    const ofUpload = { ...headers, ...bytes };
    const upload = begin('PATCH', opened.headers.get('location') ?? '', ofUpload, impatient);
    upload.sending.write('abc');
    const slow = begin('POST', '/api/questions', { cookie, 'content-length': 100 }, impatient);
    slow.sending.write('{"title":');
    await slow.cut;
    // The pause was longer than the body timeout, but the upload goes on.
    upload.sending.end('def');
    expect(await statusOf(upload)).toBe(204);
  });

  const conversation = async (head: string, onAnswer: (answers: number) => string | Buffer | null, to = gateway) => {
    const connection = await RawConnection.open(to.gateway.port, head);
    let answers = 0;
    connection.socket.on('data', () => {
      if (connection.statuses.length === answers) return;
      answers = connection.statuses.length;
      const next = onAnswer(answers);
      if (next === null) connection.socket.end();
      else connection.socket.write(next);
    });
    await connection.closed;
    return connection.statuses;
  };
  const longBody = 100_000;
  const headOf = (path: string, cookie: string) =>
    `POST ${path} HTTP/1.1\r\nhost: hearsay.example\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${longBody}\r\n\r\n`;

  it.each([
    [413, '/api/discussions'],
    [401, '/api/podcasts'],
  ])('bodies refused with %i are read to the end, so that the client gets the answer', async (status, path) => {
    const head = headOf(path, status === 413 ? gateway.fan.cookie : '');
    const next = 'GET /api/users/1 HTTP/1.1\r\nhost: hearsay.example\r\n\r\n';
    const rest = Buffer.concat([Buffer.alloc(longBody, 'x'), Buffer.from(next)]);
    expect(await conversation(head, (answers) => (answers === 1 ? rest : null))).toEqual([status, 404]);
  });

  it('a slow body is cut even if its call is refused already', async () => {
    const impatient = await GatewayUnderTest.start({ BODY_TIMEOUT_MS: '300' });
    const { cookie } = impatient.services.signIn('fan');
    // This call caches the session, so that no call to identity delays the refusal beyond the body timeout.
    expect((await impatient.ask('POST', '/api/discussions', { cookie, body: {} })).status).toBe(400);
    expect(await conversation(headOf('/api/discussions', cookie), () => 'x', impatient)).toEqual([413]);
  });

  it.each(['', 'GET / HTTP/1.1', 'GET /api/feed HTTP/1.1\r\nhost: a\r\n'])(
    'whose headers stop after %j are 408',
    async (head) => {
      const impatient = await GatewayUnderTest.start({ BODY_TIMEOUT_MS: '300' });
      const connection = await RawConnection.open(impatient.gateway.port, head);
      await connection.closed;
      expect(connection.received).toMatch(
        /^HTTP\/1\.1 408 Request Timeout\r\n.*\r\ndate: [^\r]+ GMT\r\n.*"requestId"/s,
      );
    },
  );

  it('compressed bodies are refused with 415', async () => {
    const ask = (coding: string) =>
      gateway.ask('POST', '/api/questions', {
        cookie: gateway.fan.cookie,
        body: { title: 'Who?' },
        headers: { 'content-encoding': coding },
      });
    expect(await ask('gzip')).toMatchObject({ status: 415, body: { code: 'unsupported_media' } });
    expect((await ask('identity')).status).toBe(201);
  });

  it('bodies that are not UTF-8 are refused', async () => {
    const statusOfBytes = (encoding: BufferEncoding) => {
      const body = Buffer.from('{"title":"Où ça ?"}', encoding);
      const asking = begin('POST', '/api/questions', { cookie: gateway.fan.cookie, 'content-length': body.length });
      asking.sending.end(body);
      return statusOf(asking);
    };
    expect([await statusOfBytes('utf8'), await statusOfBytes('latin1'), await statusOfBytes('utf16le')]).toEqual([
      201, 400, 400,
    ]);
  });
});
