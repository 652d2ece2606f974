import { randomUUID } from 'node:crypto';
import { contentRpc, engagementRpc, identityRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView } from './views.suite.js';

describe('idempotency keys at the gateway', () => {
  const gateway = aGateway();
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  beforeEach(() => {
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  it('of registrations include the name, so that newcomers may choose equal keys', async () => {
    gateway.services.on(identityRpc.register, () => ({
      signedIn: { person: fan.person, token: 't', expiresAt: '2026-03-01T00:00:00.000Z' },
    }));
    const keyOf = async (username: string, address: string, key = '1') => {
      const headers = { 'idempotency-key': key, 'x-forwarded-for': address };
      const answer = await gateway.ask('POST', '/api/auth/register', {
        body: { username, password: 'secret1' },
        headers,
      });
      expect(answer.status).toBe(201);
      return gateway.services.callsOf(identityRpc.register).at(-1)?.context.idempotencyKey;
    };
    const noras = await keyOf('Nora', '192.0.2.1');
    expect(await keyOf('Odile', '192.0.2.1')).not.toBe(noras);
    expect(await keyOf('ｎora', '192.0.2.2')).toBe(noras);
    const unguessable = randomUUID();
    expect([await keyOf('Nora', '192.0.2.1', unguessable), await keyOf('Odile', '192.0.2.2', unguessable)]).toEqual([
      unguessable,
      unguessable,
    ]);
  });

  it('of reset links count only if they cannot be guessed', async () => {
    gateway.services.on(identityRpc.resetPassword, () => ({
      person: fan.person,
      token: 'new',
      expiresAt: '2026-03-01T00:00:00.000Z',
    }));
    const keys: unknown[] = [];
    const unguessable = randomUUID();
    for (const key of [unguessable, '1']) {
      const body = { token: 'link', newPassword: 'secret2' };
      const headers = { 'idempotency-key': key, 'x-forwarded-for': '192.0.2.1' };
      expect((await gateway.ask('POST', '/api/auth/reset', { body, headers })).status).toBe(200);
      keys.push(gateway.services.callsOf(identityRpc.resetPassword).at(-1)?.context.idempotencyKey);
    }
    expect(keys).toEqual([unguessable, undefined]);
  });

  it('of guests include the address, so that guests may choose equal keys', async () => {
    gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
    const keyOf = async (address: string, cookie?: string, key = 'one') => {
      const headers = { 'idempotency-key': key, 'x-forwarded-for': address };
      const answer = await gateway.ask('POST', '/api/questions', {
        body: { title: 'Who are you?', targetUserId: fan.person.id, isAnonymous: true },
        headers,
        ...(cookie && { cookie }),
      });
      expect(answer.status).toBe(201);
      return gateway.services.callsOf(contentRpc.askQuestion).at(-1)?.context.idempotencyKey;
    };
    const [first, repeat, other] = [await keyOf('192.0.2.1'), await keyOf('192.0.2.1'), await keyOf('192.0.2.2')];
    expect(repeat).toBe(first);
    expect(new Set([first, other, 'one']).size).toBe(3);
    expect(await keyOf('192.0.2.1', fan.cookie)).toBe('one');
    for (const unguessable of [randomUUID(), randomUUID().replaceAll('-', '')]) {
      expect([
        await keyOf('192.0.2.3', undefined, unguessable),
        await keyOf('192.0.2.4', undefined, unguessable),
      ]).toEqual([unguessable, unguessable]);
    }
  });

  it('repeat a follow of a person who was deleted since', async () => {
    gateway.services.on(engagementRpc.setFollow, () => ({ isFollowing: true, followerCount: 3 }));
    const id = uuidv7();
    const headers = { 'idempotency-key': 'follow-1' };
    expect((await gateway.ask('POST', `/api/users/${id}/follow`, { cookie: fan.cookie, headers })).status).toBe(200);
    const [call] = gateway.services.callsOf(engagementRpc.setFollow);
    expect([call?.input, call?.context.idempotencyKey]).toEqual([
      { accountId: id, isFollowing: true, isGone: true },
      'follow-1',
    ]);
  });
});
