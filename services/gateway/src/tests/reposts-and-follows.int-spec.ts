import { engagementRpc, limits, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

describe('reposts and follows', () => {
  let gateway: GatewayUnderTest;
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  let other: ReturnType<GatewayUnderTest['services']['signIn']>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    other = gateway.services.signIn(`other-${uuidv7()}`);
  });

  describe('a repost', () => {
    const repostId = uuidv7();
    beforeEach(() =>
      gateway.services.on(engagementRpc.repost, () => ({ repostId, repostCount: 4, questionId: uuidv7() })),
    );

    it.each(['question', 'discussion', 'podcast'] as const)(
      'of a %s is created with its words, trimmed',
      async (contentType) => {
        const contentId = uuidv7();
        const body = { userId: fan.person.id, repostText: '  Hear this ', mediaUrl: null, mediaType: 'text' };
        const answer = await gateway.ask('POST', `/api/${contentType}s/${contentId}/repost`, {
          cookie: fan.cookie,
          body,
        });
        expect(answer).toMatchObject({ status: 201, body: { repostId, hasReposted: true, repostCount: 4 } });
        expect(gateway.services.callsOf(engagementRpc.repost)[0]?.input).toEqual({
          contentType,
          contentId,
          text: 'Hear this',
        });
      },
    );

    it('needs no words, and blank ones are none', async () => {
      for (const body of [undefined, {}, { repostText: null }, { repostText: '   ' }]) {
        expect(
          (await gateway.ask('POST', `/api/questions/${uuidv7()}/repost`, { cookie: fan.cookie, body })).status,
        ).toBe(201);
      }
      const calls = gateway.services.callsOf(engagementRpc.repost);
      expect(calls.map(({ input }) => (input as { text: unknown }).text)).toEqual([null, null, null, null]);
    });

    it.each([
      [{ repostText: 'x'.repeat(limits.repostText) }, 201],
      [{ repostText: 'x'.repeat(limits.repostText + 1) }, 400],
      [{ repostText: 7 }, 400],
      [{ mediaType: 'audio' }, 400],
      [{ mediaType: 'video' }, 400],
      [{ mediaUrl: 'https://example.org/a.mp3' }, 400],
    ])('with %j is answered %i', async (body, status) => {
      expect(
        (await gateway.ask('POST', `/api/questions/${uuidv7()}/repost`, { cookie: fan.cookie, body })).status,
      ).toBe(status);
    });

    it('of a visitor, in another’s name or a second time is refused', async () => {
      const path = `/api/questions/${uuidv7()}/repost`;
      expect((await gateway.ask('POST', path, { body: {} })).status).toBe(401);
      expect((await gateway.ask('POST', path, { cookie: fan.cookie, body: { userId: other.person.id } })).status).toBe(
        403,
      );
      expect((await gateway.ask('POST', '/api/questions/zzz/repost', { cookie: fan.cookie })).status).toBe(404);
      gateway.services.on(engagementRpc.repost, () => {
        throw new Refusal('already_reposted');
      });
      expect(await gateway.ask('POST', path, { cookie: fan.cookie })).toMatchObject({
        status: 409,
        body: { code: 'already_reposted' },
      });
    });

    it('is taken back by whoever the session says, an ambassador or not', async () => {
      const contentId = uuidv7();
      gateway.services.on(engagementRpc.removeRepost, () => ({
        contentType: 'question',
        contentId,
        questionId: contentId,
      }));
      const path = `/api/reposts/${other.person.id}/${contentId}`;
      const ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
      expect((await gateway.ask('DELETE', path)).status).toBe(401);
      const foreign = { cookie: fan.cookie, body: { requestingUserId: other.person.id } };
      expect((await gateway.ask('DELETE', path, foreign)).status).toBe(403);
      const own = { cookie: fan.cookie, body: { requestingUserId: fan.person.id } };
      expect(await gateway.ask('DELETE', path, own)).toMatchObject({ status: 200, body: { success: true } });
      expect((await gateway.ask('DELETE', path, { cookie: ambassador.cookie })).status).toBe(200);
      expect(gateway.services.callsOf(engagementRpc.removeRepost).map(({ input }) => input)).toEqual([
        { reposterId: other.person.id, contentId, isAmbassador: false },
        { reposterId: other.person.id, contentId, isAmbassador: true },
      ]);
    });

    it('has statuses alone and in batches; what is unknown is missing or 404', async () => {
      const known = uuidv7();
      gateway.services.on(
        engagementRpc.contentCounts,
        ({ items }: { items: { contentType: string; contentId: string }[] }, context) => ({
          counts: items
            .filter(({ contentId }) => contentId === known)
            .map((item) => ({
              ...item,
              boostCount: 0,
              repostCount: 5,
              revision: 9,
              isBoosted: false,
              hasReposted: context.accountId === fan.person.id,
            })),
        }),
      );
      const path = `/api/repost-status/podcast/${known}`;
      expect((await gateway.ask('GET', `${path}/${fan.person.id}`, { cookie: fan.cookie })).body).toEqual({
        hasReposted: true,
        repostCount: 5,
      });
      expect((await gateway.ask('GET', path)).body).toEqual({ hasReposted: false, repostCount: 5 });
      expect((await gateway.ask('GET', `${path}/${other.person.id}`, { cookie: fan.cookie })).status).toBe(403);
      expect((await gateway.ask('GET', `/api/repost-status/podcast/${uuidv7()}`)).status).toBe(404);
      expect((await gateway.ask('GET', `/api/repost-status/thing/${known}`)).status).toBe(404);
      const items = [known, uuidv7()].map((contentId) => ({ contentType: 'question', contentId }));
      const batch = await gateway.ask('POST', '/api/batch/repost-status', {
        cookie: fan.cookie,
        body: { items, userId: fan.person.id },
      });
      expect(batch.body).toEqual({ [`question:${known}`]: { hasReposted: true, repostCount: 5 } });
      const many = Array.from({ length: 101 }, () => items[0]);
      expect((await gateway.ask('POST', '/api/batch/repost-status', { body: { items: many } })).status).toBe(400);
      expect((await gateway.ask('POST', '/api/batch/repost-status', { body: { items: [] } })).body).toEqual({});
    });
  });

  describe('a follow', () => {
    const path = () => `/api/users/${other.person.id}/follow`;
    beforeEach(() => {
      gateway.services.on(engagementRpc.setFollow, ({ isFollowing }: { isFollowing: boolean }) => ({
        isFollowing,
        followerCount: 3,
      }));
      gateway.services.on(engagementRpc.followCounts, ({ accountIds }: { accountIds: string[] }, { accountId }) => ({
        counts: accountIds.map((id) => ({
          accountId: id,
          followerCount: 3,
          followingCount: 1,
          isFollowing: accountId === fan.person.id,
        })),
      }));
    });

    it('begins and ends in the session’s name', async () => {
      const asking = { cookie: fan.cookie, body: { followerId: fan.person.id } };
      expect(await gateway.ask('POST', path(), asking)).toMatchObject({
        status: 200,
        body: { isFollowing: true, followerCount: 3 },
      });
      expect(await gateway.ask('DELETE', path(), { cookie: fan.cookie })).toMatchObject({
        status: 200,
        body: { isFollowing: false },
      });
      expect(gateway.services.callsOf(engagementRpc.setFollow).map(({ input }) => input)).toEqual([
        { accountId: other.person.id, isFollowing: true },
        { accountId: other.person.id, isFollowing: false },
      ]);
    });

    it.each(['POST', 'DELETE'])(
      '%s is refused to visitors, in another’s name, of oneself and of nobody',
      async (method) => {
        expect((await gateway.ask(method, path())).status).toBe(401);
        expect(
          (await gateway.ask(method, path(), { cookie: fan.cookie, body: { followerId: other.person.id } })).status,
        ).toBe(403);
        expect((await gateway.ask(method, `/api/users/${fan.person.id}/follow`, { cookie: fan.cookie })).status).toBe(
          400,
        );
        expect((await gateway.ask(method, `/api/users/${uuidv7()}/follow`, { cookie: fan.cookie })).status).toBe(404);
        expect((await gateway.ask(method, '/api/users/somebody/follow', { cookie: fan.cookie })).status).toBe(404);
        expect(gateway.services.callsOf(engagementRpc.setFollow)).toEqual([]);
      },
    );

    it('of somebody who is gone is repeated where its answer is kept', async () => {
      const id = uuidv7();
      const headers = { 'idempotency-key': 'follow-1' };
      expect((await gateway.ask('POST', `/api/users/${id}/follow`, { cookie: fan.cookie, headers })).status).toBe(200);
      const [call] = gateway.services.callsOf(engagementRpc.setFollow);
      expect([call?.input, call?.context.idempotencyKey]).toEqual([
        { accountId: id, isFollowing: true, isGone: true },
        'follow-1',
      ]);
    });

    it('is said to whoever asks for themself, and nobody is followed by a visitor', async () => {
      const status = `/api/users/${other.person.id}/following-status`;
      const own = await gateway.ask('GET', `${status}?currentUserId=${fan.person.id}`, { cookie: fan.cookie });
      expect(own.body).toEqual({ isFollowing: true, followerCount: 3 });
      expect(
        (await gateway.ask('GET', `${status}?currentUserId=${other.person.id}`, { cookie: fan.cookie })).status,
      ).toBe(403);
      expect((await gateway.ask('GET', status)).body).toEqual({ isFollowing: false, followerCount: 3 });
      expect((await gateway.ask('GET', `/api/users/${uuidv7()}/following-status`)).status).toBe(404);
    });
  });
});
