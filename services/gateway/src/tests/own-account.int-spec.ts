import { identityRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';

describe('the own account', () => {
  const gateway = aGateway({ RATE_LIMIT_LOGIN_NAME: '3/300' });
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  beforeEach(() => {
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  describe('the password', () => {
    const body = { currentPassword: 'secret1', newPassword: 'secret2' };
    const change = (cookie: string | undefined, more: object = {}) =>
      gateway.ask('PATCH', '/api/auth/password', { ...(cookie && { cookie }), body: { ...body, ...more } });

    it('is changed for the own session, which gets a new token', async () => {
      const token = 'n'.repeat(43);
      gateway.services.on(identityRpc.changePassword, () => ({ token }));
      const answer = await change(fan.cookie);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      const cookies = answer.headers.getSetCookie();
      expect(cookies).toContainEqual(expect.stringMatching(new RegExp(`^hearsay_session=${token};`)));
      expect(cookies).toContainEqual(expect.stringMatching(/^hearsay_browser=/));
      const [call] = gateway.services.callsOf(identityRpc.changePassword);
      expect([call?.input, call?.context.accountId]).toEqual([{ ...body, tokenHash: fan.tokenHash }, fan.person.id]);
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(200);
    });

    it('is refused with 403 if it is wrong, and blocked after some attempts', async () => {
      gateway.services.on(identityRpc.changePassword, () => {
        throw new Refusal('forbidden', 'Your current password is not right');
      });
      for (let attempt = 0; attempt < 3; attempt += 1)
        expect(await change(fan.cookie)).toMatchObject({
          status: 403,
          body: { code: 'forbidden', error: 'Your current password is not right' },
        });
      const refused = await change(fan.cookie);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(gateway.services.callsOf(identityRpc.changePassword)).toHaveLength(3);
    });
  });

  describe('its deletion', () => {
    const remove = (cookie: string | undefined, body: object = { password: 'secret1' }, id = fan.person.id) =>
      gateway.ask('DELETE', `/api/users/${id}`, { ...(cookie && { cookie }), body });

    it('answers its deadline for a return, and signs out', async () => {
      const undoUntil = '2026-11-24T10:00:00.000Z';
      gateway.services.on(identityRpc.deleteAccount, () => {
        gateway.services.forgetSession(fan.tokenHash);
        return { removalId: uuidv7(), undoUntil };
      });
      const answer = await remove(fan.cookie);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, undoUntil });
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
      expect(answer.headers.get('clear-site-data')).toBe('"cache"');
      const [call] = gateway.services.callsOf(identityRpc.deleteAccount);
      expect([call?.input, call?.context.accountId]).toEqual([
        { password: 'secret1', anonymousPosts: 'keep' },
        fan.person.id,
      ]);
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
    });
  });

  describe('sessions', () => {
    it('end one by one, the current one as by signing out', async () => {
      gateway.services.on(identityRpc.endSession, () => ({ endedTokenHash: 'of another' }));
      const other = await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: fan.cookie });
      expect(other).toMatchObject({ status: 200, body: { success: true } });
      expect(other.headers.get('set-cookie')).toBeNull();
      gateway.services.on(identityRpc.endSession, () => {
        gateway.services.forgetSession(fan.tokenHash);
        return { endedTokenHash: fan.tokenHash };
      });
      const current = await gateway.ask('DELETE', `/api/auth/sessions/${uuidv7()}`, { cookie: fan.cookie });
      expect(current.headers.get('set-cookie')).toContain('Max-Age=0');
      expect([current, other].map(({ headers }) => headers.get('clear-site-data'))).toEqual(['"cache"', null]);
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
    });
  });
});
