import { moderationRpc, Refusal, Wipe, WipeStart } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

type SignedIn = ReturnType<GatewayUnderTest['services']['signIn']>;

describe('wipes', () => {
  const counts = { questions: 3, discussions: 2, podcasts: 1, reposts: 4 };
  const undoUntil = '2026-02-03T04:05:06.789Z';
  let gateway: GatewayUnderTest;
  let fan: SignedIn;
  let ambassador: SignedIn;
  let view: { wipeId: string; subjectId: string; status: string; done: number; total: number; undoUntil: string };

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
    view = { wipeId: uuidv7(), subjectId: fan.person.id, status: 'running', done: 4, total: 10, undoUntil };
    gateway.services.on(moderationRpc.wipePreview, () => ({ counts }));
    gateway.services.on(moderationRpc.startWipe, () => ({ wipeId: view.wipeId, counts, undoUntil }));
    gateway.services.on(moderationRpc.wipe, () => ({ wipe: view }));
    gateway.services.on(moderationRpc.wipes, () => ({ wipes: [view, { ...view, subjectId: uuidv7() }] }));
    gateway.services.on(moderationRpc.undoWipe, () => ({ wipe: { ...view, status: 'undone' } }));
  });

  const content = () => `/api/admin/users/${fan.person.id}/content`;
  const calls = (): [string, string][] => [
    ['GET', content()],
    ['DELETE', content()],
    ['GET', '/api/admin/wipes'],
    ['GET', `/api/admin/wipes/${view.wipeId}`],
    ['POST', `/api/admin/wipes/${view.wipeId}/undo`],
  ];
  const as = (who: SignedIn, method: string, path: string, body?: object) =>
    gateway.ask(method, path, { cookie: who.cookie, ...(body && { body }) });

  it('are previewed as bare counts', async () => {
    expect(await as(ambassador, 'GET', content())).toMatchObject({ status: 200, body: counts });
  });

  it('answer what they took away and until when it can come back, with or without a body', async () => {
    for (const body of [undefined, {}, { adminUserId: ambassador.person.id }]) {
      const answer = await as(ambassador, 'DELETE', content(), body);
      expect(answer).toMatchObject({ status: 200, body: { wipeId: view.wipeId, counts, undoUntil } });
      expect(z.parse(WipeStart, answer.body)).toEqual(answer.body);
    }
    expect(gateway.services.callsOf(moderationRpc.startWipe)[0]).toMatchObject({
      input: { subjectId: fan.person.id },
      context: { accountId: ambassador.person.id },
    });
  });

  it('of a person whose content is being deleted are told which wipe does that', async () => {
    gateway.services.on(moderationRpc.startWipe, () => {
      throw new Refusal('conflict', 'Their content is being deleted already', { wipeId: view.wipeId });
    });
    expect(await as(ambassador, 'DELETE', content())).toMatchObject({
      status: 409,
      body: { code: 'conflict', wipeId: view.wipeId },
    });
  });

  it('show how far they are, and whom they concern', async () => {
    const answer = await as(ambassador, 'GET', `/api/admin/wipes/${view.wipeId}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'running', done: 4, total: 10, subject: { id: fan.person.id } },
    });
    expect(z.parse(Wipe, answer.body)).toEqual(answer.body);
    // Whom nobody knows any more has no card.
    expect(await as(ambassador, 'GET', '/api/admin/wipes')).toMatchObject({
      status: 200,
      body: [{ wipeId: view.wipeId }],
    });
  });

  it('are undone', async () => {
    expect(await as(ambassador, 'POST', `/api/admin/wipes/${view.wipeId}/undo`)).toMatchObject({
      status: 200,
      body: { status: 'undone' },
    });
    gateway.services.on(moderationRpc.undoWipe, () => {
      throw new Refusal('conflict');
    });
    expect(await as(ambassador, 'POST', `/api/admin/wipes/${view.wipeId}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it('are for ambassadors alone, whatever is asked', async () => {
    for (const [method, path] of calls()) {
      expect([method, path, (await gateway.ask(method, path)).status]).toEqual([method, path, 401]);
      expect([method, path, (await as(fan, method, path)).status]).toEqual([method, path, 403]);
    }
    expect(gateway.services.calls.filter(({ service }) => service === 'moderation')).toEqual([]);
  });

  it('are made in nobody else’s name, and of ids only', async () => {
    expect(await as(ambassador, 'DELETE', content(), { adminUserId: fan.person.id })).toMatchObject({ status: 403 });
    expect(await as(ambassador, 'DELETE', content(), { adminUserId: 'me' })).toMatchObject({ status: 400 });
    for (const path of ['/api/admin/users/me/content', '/api/admin/wipes/last'])
      expect((await as(ambassador, 'GET', path)).status).toBe(404);
  });

  it.each(['forbidden', 'not_found'] as const)('answer %s as moderation refuses', async (code) => {
    gateway.services.on(moderationRpc.startWipe, () => {
      throw new Refusal(code);
    });
    expect(await as(ambassador, 'DELETE', content())).toMatchObject({
      status: code === 'forbidden' ? 403 : 404,
      body: { code },
    });
  });
});
