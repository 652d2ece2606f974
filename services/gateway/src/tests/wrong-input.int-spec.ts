import { contentRpc, moderationRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { questionView } from './views.suite.js';

describe('the refusals of the API', () => {
  const gateway = aGateway();
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  beforeEach(() => {
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  it('hide internal faults', async () => {
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

  it('take ids in any case, in paths, bodies, queries and frames', async () => {
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

  it('include the benchmark’s no-op behind the same checks as a boost', async () => {
    expect((await gateway.ask('POST', '/api/bench/no-op', { cookie: fan.cookie, body: {} })).status).toBe(200);
    expect((await gateway.ask('POST', '/api/bench/no-op')).status).toBe(401);
    expect(
      (await gateway.ask('POST', '/api/bench/no-op', { cookie: fan.cookie, headers: { 'idempotency-key': 'a b' } }))
        .status,
    ).toBe(400);
  });

  it('name the wipe that already deletes the content of a person', async () => {
    const wipeId = uuidv7();
    gateway.services.on(moderationRpc.startWipe, () => {
      throw new Refusal('conflict', 'Their content is being deleted already', { wipeId });
    });
    const { cookie } = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
    const answer = await gateway.ask('DELETE', `/api/admin/users/${fan.person.id}/content`, { cookie });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', wipeId } });
  });
});
