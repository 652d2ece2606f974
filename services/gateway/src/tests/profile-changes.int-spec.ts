import { identityRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { gradientPresets } from '@hearsay/game-rules';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

type SignedIn = ReturnType<GatewayUnderTest['services']['signIn']>;

describe('changing a profile', () => {
  let gateway: GatewayUnderTest;
  let fan: SignedIn;
  let ambassador: SignedIn;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
    gateway.services.on(identityRpc.changeProfile, () => ({}));
  });

  const gradientColors = gradientPresets[3]!.classes;
  const changes = [
    ['activity', { showActivity: false }, { showActivity: false }],
    ['ambassador-visibility', { hideAmbassadorTitle: true }, { hideAmbassadorTitle: true }],
    ['profile-link', { profileLink: ` ${'x'.repeat(50)} ` }, { profileLink: 'x'.repeat(50) }],
    ['profile-link', { profileLink: null }, { profileLink: null }],
    ['profile-link', { profileLink: '  ' }, { profileLink: null }],
    ['gradient-colors', { gradientColors }, { gradientColors }],
    ['profile-image', { profileImage: null }, { profileImage: null }],
    ['profile-image', { profileImage: ' ' }, { profileImage: null }],
    ['aura', { aura: 'neon-glow' }, { aura: 'neon-glow' }],
    ['who-may-ask', { whoMayAsk: 'following' }, { whoMayAsk: 'following' }],
  ] as const;

  it.each(changes)('by PATCH %s %j answers %j', async (path, body, expected) => {
    const answer = await gateway.ask('PATCH', `/api/users/${fan.person.id}/${path}`, { cookie: fan.cookie, body });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(expected);
    expect(
      gateway.services.callsOf(identityRpc.changeProfile).map(({ input, context }) => [input, context.accountId]),
    ).toEqual([[expected, fan.person.id]]);
  });

  it.each(changes)('by PATCH %s %j is for oneself only, whatever one’s role', async (path, body, _answer) => {
    const ask = (cookie?: string, more: object = {}) =>
      gateway.ask('PATCH', `/api/users/${fan.person.id}/${path}`, {
        ...(cookie && { cookie }),
        body: { ...body, ...more },
      });
    expect((await ask()).status).toBe(401);
    expect((await ask(ambassador.cookie)).status).toBe(403);
    expect((await ask(fan.cookie, { userId: ambassador.person.id })).status).toBe(403);
    expect((await gateway.ask('PATCH', `/api/users/nobody/${path}`, { cookie: fan.cookie, body })).status).toBe(404);
    expect(gateway.services.callsOf(identityRpc.changeProfile)).toEqual([]);
  });

  it.each([
    ['activity', { showActivity: 'yes' }],
    ['activity', {}],
    ['ambassador-visibility', { hideAmbassadorTitle: 1 }],
    ['profile-link', { profileLink: 'x'.repeat(51) }],
    ['profile-link', { profileLink: 7 }],
    ['gradient-colors', {}],
    ['profile-image', { profileImage: 'picture.png' }],
    ['profile-image', { profileImage: 'javascript:alert(1)' }],
    ['profile-image', { profileImage: 'http://127.0.0.1/a.png' }],
    ['profile-image', { profileImage: 'http://[::1]:4222/a.png' }],
    ['profile-image', { profileImage: `/api/media/p${'a'.repeat(24)}` }],
    ['profile-image', {}],
    ['aura', { aura: 'halo' }],
    ['who-may-ask', { whoMayAsk: 'friends' }],
  ])('by PATCH %s %j is refused', async (path, body) => {
    const answer = await gateway.ask('PATCH', `/api/users/${fan.person.id}/${path}`, { cookie: fan.cookie, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: expect.anything() } });
  });

  it('of notifications answers all three switches, and is for oneself only', async () => {
    gateway.services.on(notificationRpc.setPreferences, ({ reposts }: { reposts: boolean }) => ({
      preferences: { questionBoosts: true, newReplies: true, reposts },
    }));
    const path = `/api/users/${fan.person.id}/notification-preferences`;
    const patch = (body: object, cookie?: string) => gateway.ask('PATCH', path, { ...(cookie && { cookie }), body });
    const answer = await patch({ reposts: false, loud: true }, fan.cookie);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ questionBoosts: true, newReplies: true, reposts: false });
    const statuses = [
      await patch({ reposts: false }),
      await patch({ reposts: false }, ambassador.cookie),
      await patch({ reposts: 'no' }, fan.cookie),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 400]);
    expect(gateway.services.callsOf(notificationRpc.setPreferences).map(({ input }) => input)).toEqual([
      { reposts: false },
    ]);
  });

  it('that identity refuses is refused', async () => {
    gateway.services.on(identityRpc.changeProfile, () => {
      throw new Refusal('forbidden', 'This aura is locked');
    });
    const answer = await gateway.ask('PATCH', `/api/users/${fan.person.id}/aura`, {
      cookie: fan.cookie,
      body: { aura: 'divine-mastery' },
    });
    expect(answer).toMatchObject({ status: 403, body: { error: 'This aura is locked', code: 'forbidden' } });
  });
});
