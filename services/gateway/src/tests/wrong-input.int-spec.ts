import { contentRpc, engagementRpc, notificationRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { questionView } from './views.suite.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('what the API refuses', () => {
  let gateway: GatewayUnderTest;
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  describe('wrong input', () => {
    const errorOf = (code: string) => ({ error: expect.any(String), code, requestId: expect.stringMatching(uuid) });

    it('answers unknown paths with 404 in the error shape, and its id in a header', async () => {
      for (const [method, path] of [
        ['GET', '/api/nothing'],
        ['GET', `/api/users/${uuidv7()}`],
        ['POST', '/api/nothing'],
        ['GET', '/elsewhere'],
        ['GET', '/api/docs/nothing.js'],
      ] as const) {
        const answer = await gateway.ask(method, path);
        expect(answer).toMatchObject({ status: 404, body: errorOf('not_found') });
        expect(answer.headers.get('x-request-id')).toBe((answer.body as { requestId: string }).requestId);
      }
    });

    it('answers a path id that is none with 404 before any permission', async () => {
      for (const path of [
        '/api/questions/zzz',
        `/api/questions/${'z'.repeat(300)}`,
        '/api/users/me/xp-activities',
        '/api/boost-status/question/1',
      ]) {
        expect(await gateway.ask('GET', path)).toMatchObject({ status: 404, body: errorOf('not_found') });
      }
      expect((await gateway.ask('POST', '/api/questions/zzz/boost')).status).toBe(404);
    });

    it('answers a body id that is none with 400 before any other check', async () => {
      const answer = await gateway.ask('POST', '/api/discussions', { body: { content: 'hi', questionId: 'zzz' } });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { questionId: expect.any(String) } },
      });
    });

    it('asks for a session before it looks at the rest of the body', async () => {
      expect((await gateway.ask('POST', '/api/questions', { body: {} })).status).toBe(401);
      expect(await gateway.ask('POST', '/api/questions', { cookie: fan.cookie, body: {} })).toMatchObject({
        status: 400,
        body: { error: 'Please enter a question title.', fields: { title: 'Please enter a question title.' } },
      });
    });

    it('answers broken JSON, a wrong content type and too much with 400, 415 and 413', async () => {
      const { cookie } = fan;
      expect(await gateway.ask('POST', '/api/questions', { cookie, raw: '{"title": ' })).toMatchObject({
        status: 400,
        body: errorOf('invalid_input'),
      });
      expect(await gateway.ask('POST', '/api/questions', { cookie, raw: '[1]' })).toMatchObject({
        status: 400,
        body: errorOf('invalid_input'),
      });
      expect(
        await gateway.ask('POST', '/api/questions', {
          cookie,
          raw: 'title=x',
          headers: { 'content-type': 'text/plain' },
        }),
      ).toMatchObject({
        status: 415,
        body: errorOf('unsupported_media'),
      });
      expect(
        await gateway.ask('POST', '/api/discussions', {
          cookie,
          body: { content: 'x'.repeat(10_000), questionId: uuidv7() },
        }),
      ).toMatchObject({
        status: 413,
        body: errorOf('too_large'),
      });
    });

    it('takes 1 to 200 visible ASCII characters as key, and nothing else', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
      const ask = (key: string) =>
        gateway.ask('POST', '/api/questions', {
          cookie: fan.cookie,
          body: { title: 'x' },
          headers: { 'idempotency-key': key },
        });
      for (const key of ['', 'a b', 'x'.repeat(201), 'schlüssel'])
        expect(await ask(key)).toMatchObject({ status: 400, body: errorOf('invalid_key') });
      expect((await ask('x'.repeat(200))).status).toBe(201);
    });

    it('lets everyone act in their own name only', async () => {
      const body = { title: 'x', creatorId: uuidv7() };
      expect((await gateway.ask('POST', '/api/questions', { cookie: fan.cookie, body })).status).toBe(403);
      expect(
        (
          await gateway.ask('POST', `/api/questions/${uuidv7()}/boost`, {
            cookie: fan.cookie,
            body: { userId: uuidv7() },
          })
        ).status,
      ).toBe(403);
      expect((await gateway.ask('GET', `/api/feed?userId=${uuidv7()}`, { cookie: fan.cookie })).status).toBe(403);
      expect((await gateway.ask('GET', `/api/feed?userId=${uuidv7()}`)).status).toBe(401);
    });

    it('refuses unsafe requests from other sites', async () => {
      const path = `/api/questions/${uuidv7()}/boost`;
      gateway.services.on(engagementRpc.setBoost, () => ({
        isBoosted: true,
        boostCount: 1,
        questionId: uuidv7(),
        boostPeak: 1,
        hasReachedThreshold: false,
      }));
      const from = async (headers: Record<string, string>) =>
        (await gateway.ask('POST', path, { cookie: fan.cookie, headers })).status;
      expect(await from({ origin: 'https://elsewhere.example' })).toBe(403);
      expect(await from({ origin: gateway.url })).toBe(200);
    });

    it('hides what is broken inside', async () => {
      gateway.services.on(contentRpc.roomHeads, () => {
        throw new Error('password=hunter2');
      });
      const answer = await gateway.ask('GET', `/api/questions/${uuidv7()}`);
      expect(answer).toMatchObject({
        status: 500,
        body: { code: 'internal', error: 'Something went wrong on our side' },
      });
      expect(answer.text).not.toContain('hunter2');
    });
  });

  it('takes ids in any case, in paths, bodies, queries and frames', async () => {
    const question = new FakeQuestions(gateway.services).ask(questionView());
    const upper = question.id.toUpperCase();
    expect(await gateway.ask('GET', `/api/questions/${upper}`)).toMatchObject({
      status: 200,
      body: { id: question.id },
    });
    const items = [{ contentType: 'question', contentId: upper }];
    const statuses = await gateway.ask('POST', '/api/batch/boost-status', {
      cookie: fan.cookie,
      body: { items, userId: fan.person.id.toUpperCase() },
    });
    expect(statuses).toMatchObject({ status: 200, body: { [`question:${question.id}`]: { boostCount: 0 } } });
    gateway.services.on(notificationRpc.inbox, () => ({ notifications: [] }));
    for (const path of [
      `/api/notifications/${fan.person.id.toUpperCase()}`,
      `/api/notifications?userId=${fan.person.id.toUpperCase()}`,
    ])
      expect((await gateway.ask('GET', path, { cookie: fan.cookie })).status).toBe(200);
    const room = new FakeRoom(gateway.services);
    const client = await SocketClient.open(gateway.url, {
      cookie: fan.cookie,
      query: `?userId=${fan.person.id.toUpperCase()}`,
    });
    client.join(room.questionId.toUpperCase());
    expect(await client.next('joined')).toMatchObject({ questionId: room.questionId });
    client.close();
  });

  it('answers the benchmark’s no-op behind the same checks as a boost', async () => {
    expect((await gateway.ask('POST', '/api/bench/no-op', { cookie: fan.cookie, body: {} })).status).toBe(200);
    expect((await gateway.ask('POST', '/api/bench/no-op')).status).toBe(401);
    expect(
      (await gateway.ask('POST', '/api/bench/no-op', { cookie: fan.cookie, headers: { 'idempotency-key': 'a b' } }))
        .status,
    ).toBe(400);
  });
});
