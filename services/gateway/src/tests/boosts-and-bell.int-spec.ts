import { contentRpc, engagementRpc, gamificationRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { notificationView } from './views.suite.js';

const _uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('boosts, notifications and XP', () => {
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

  describe('boosts', () => {
    const set = (changes: object) => ({
      isBoosted: true,
      boostCount: 3,
      questionId: uuidv7(),
      boostPeak: 3,
      hasReachedThreshold: false,
      ...changes,
    });

    it('toggles without and sets with a desired state', async () => {
      gateway.services.on(engagementRpc.setBoost, () => set({}));
      const id = uuidv7();
      const answer = await gateway.ask('POST', `/api/questions/${id}/boost`, {
        cookie: fan.cookie,
        body: { userId: fan.person.id },
      });
      expect(answer).toMatchObject({ status: 200, body: { isBoosted: true, boostCount: 3 } });
      await gateway.ask('POST', `/api/discussions/${id}/boost`, { cookie: fan.cookie, body: { isBoosted: false } });
      await gateway.ask('POST', `/api/questions/${id}/boost`, { cookie: fan.cookie });
      expect(gateway.services.callsOf(engagementRpc.setBoost).map(({ input }) => input)).toEqual([
        { contentType: 'question', contentId: id, isBoosted: null },
        { contentType: 'discussion', contentId: id, isBoosted: false },
        { contentType: 'question', contentId: id, isBoosted: null },
      ]);
    });

    it('opens the words before it answers the boost that reached the threshold, in nobody’s name and without its key', async () => {
      const questionId = uuidv7();
      gateway.services.on(engagementRpc.setBoost, () => set({ questionId, boostPeak: 7, hasReachedThreshold: true }));
      gateway.services.on(contentRpc.latchReveal, () => ({ lastNumber: 4 }));
      const headers = { 'idempotency-key': 'act-1' };
      expect(
        (await gateway.ask('POST', `/api/questions/${questionId}/boost`, { cookie: fan.cookie, headers })).status,
      ).toBe(200);
      const [latch] = gateway.services.callsOf(contentRpc.latchReveal);
      expect(latch?.input).toEqual({ questionId, boostPeak: 7 });
      expect(latch?.context.accountId).toBeNull();
      expect(latch?.context.idempotencyKey).toBeUndefined();
    });

    it('answers 503 while the words cannot be opened, and the repeat opens them', async () => {
      const questionId = uuidv7();
      gateway.services.on(engagementRpc.setBoost, () => set({ questionId, hasReachedThreshold: true }));
      gateway.services.on(contentRpc.latchReveal, () => ({ lastNumber: 4 }));
      await gateway.services.stop('content');
      const asking = { cookie: fan.cookie, headers: { 'idempotency-key': 'act-2' } };
      const refused = await gateway.ask('POST', `/api/questions/${questionId}/boost`, asking);
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      await gateway.services.start('content');
      expect((await gateway.ask('POST', `/api/questions/${questionId}/boost`, asking)).status).toBe(200);
      expect(gateway.services.callsOf(contentRpc.latchReveal)).toHaveLength(1);
    });

    it('answers statuses alone and in batches, and leaves out what is unknown', async () => {
      const known = uuidv7();
      gateway.services.on(
        engagementRpc.contentCounts,
        ({ items }: { items: { contentType: string; contentId: string }[] }, context) => ({
          counts: items
            .filter(({ contentId }) => contentId === known)
            .map((item) => ({
              ...item,
              boostCount: 5,
              repostCount: 0,
              revision: 9,
              isBoosted: context.accountId === fan.person.id,
            })),
        }),
      );
      expect(
        (await gateway.ask('GET', `/api/boost-status/question/${known}/${fan.person.id}`, { cookie: fan.cookie })).body,
      ).toEqual({
        isBoosted: true,
        boostCount: 5,
      });
      expect((await gateway.ask('GET', `/api/boost-status/question/${known}`)).body).toEqual({
        isBoosted: false,
        boostCount: 5,
      });
      expect((await gateway.ask('GET', `/api/boost-status/question/${uuidv7()}`)).status).toBe(404);
      expect((await gateway.ask('GET', `/api/boost-status/letter/${known}`)).status).toBe(404);
      const items = [known, uuidv7()].map((contentId) => ({ contentType: 'question', contentId }));
      expect(
        (
          await gateway.ask('POST', '/api/batch/boost-status', {
            cookie: fan.cookie,
            body: { items, userId: fan.person.id },
          })
        ).body,
      ).toEqual({
        [`question:${known}`]: { isBoosted: true, boostCount: 5 },
      });
    });
  });

  it.each(['boost', 'repost'])('packs a long batch of %s statuses', async (act) => {
    gateway.services.on(engagementRpc.contentCounts, ({ items }: { items: object[] }) => ({
      counts: items.map((item) => ({
        ...item,
        boostCount: 5,
        repostCount: 0,
        revision: 9,
        isBoosted: false,
        hasReposted: false,
      })),
    }));
    const codingOf = async (count: number) => {
      const items = Array.from({ length: count }, () => ({ contentType: 'question', contentId: uuidv7() }));
      const { headers } = await gateway.ask('POST', `/api/batch/${act}-status`, {
        body: { items },
        headers: { 'accept-encoding': 'gzip' },
      });
      return headers.get('content-encoding');
    };
    expect([await codingOf(1), await codingOf(44)]).toEqual([null, 'gzip']);
  });

  describe('notifications and XP', () => {
    it('lists the own inbox under all its names, with the actor’s card', async () => {
      const view = notificationView({ actorId: fan.person.id });
      gateway.services.on(notificationRpc.inbox, () => ({
        notifications: [view, notificationView({ questionId: view.questionId })],
      }));
      gateway.services.on(contentRpc.titles, () => ({
        titles: [{ questionId: view.questionId, title: 'Who are you?' }],
      }));
      for (const path of ['', `?userId=${fan.person.id}`, `/${fan.person.id}`]) {
        const answer = await gateway.ask('GET', `/api/notifications${path}`, { cookie: fan.cookie });
        expect(answer).toMatchObject({
          status: 200,
          body: [
            { id: view.id, actor: { username: fan.person.username }, title: 'Who are you?', count: 1 },
            { actor: null },
          ],
        });
        expect(answer.body).not.toHaveProperty('0.actorId');
        expect(answer.body).not.toHaveProperty('0.kind');
      }
      expect(gateway.services.callsOf(contentRpc.titles).map(({ input }) => input)).toEqual([
        { questionIds: [view.questionId] },
      ]);
      expect((await gateway.ask('GET', `/api/notifications/${uuidv7()}`, { cookie: fan.cookie })).status).toBe(403);
    });

    it('names what it is about: episodes too, and a waiting question to those who see it', async () => {
      const [episode, waiting, open] = [uuidv7(), uuidv7(), uuidv7()];
      const about = (contentType: 'podcast' | 'question', contentId: string, kind: 'boost' | 'asked') =>
        notificationView({
          kind,
          type: kind === 'boost' ? 'boost' : 'question',
          contentType,
          contentId,
          questionId: null,
        });
      const views = [
        about('podcast', episode, 'boost'),
        about('question', waiting, 'asked'),
        about('question', open, 'boost'),
      ];
      gateway.services.on(notificationRpc.inbox, () => ({ notifications: views }));
      gateway.services.on(contentRpc.podcastTitles, () => ({ titles: [{ id: episode, title: 'Night talk' }] }));
      gateway.services.on(contentRpc.titles, ({ questionIds }: { questionIds: string[] }, { accountId }) => ({
        titles: questionIds
          .filter((questionId) => questionId === open || accountId === fan.person.id)
          .map((questionId) => ({ questionId, title: questionId === open ? 'Who are you?' : 'May I ask?' })),
      }));
      const { body } = await gateway.ask('GET', '/api/notifications', { cookie: fan.cookie });
      expect((body as { title: string; message: string }[]).map(({ title, message }) => [title, message])).toEqual([
        ['Night talk', 'Your episode “Night talk” got a boost'],
        ['May I ask?', 'Someone asked you anonymously: “May I ask?”'],
        ['Who are you?', 'Your question “Who are you?” got a boost'],
      ]);
    });

    it('names what a resolved report was about only while it is there, whatever was kept of its title', async () => {
      const [questionId, podcastId] = [uuidv7(), uuidv7()];
      const views = (['question', 'podcast'] as const).map((contentType) =>
        notificationView({
          kind: 'report-resolved',
          type: 'report_resolved',
          contentType,
          contentId: contentType === 'question' ? questionId : podcastId,
          questionId: null,
        }),
      );
      gateway.services.on(notificationRpc.inbox, () => ({ notifications: views }));
      const messages = async () => {
        const { body } = await gateway.ask('GET', '/api/notifications', { cookie: fan.cookie });
        return (body as { message: string }[]).map(({ message }) => /^Your report(.*) was resolved/.exec(message)?.[1]);
      };
      gateway.services.on(contentRpc.titles, () => ({ titles: [{ questionId, title: 'Who are you?' }] }));
      gateway.services.on(contentRpc.podcastTitles, () => ({ titles: [{ id: podcastId, title: 'Night talk' }] }));
      expect(await messages()).toEqual([' of “Who are you?”', ' of “Night talk”']);
      for (const rpc of [contentRpc.titles, contentRpc.podcastTitles]) gateway.services.on(rpc, () => ({ titles: [] }));
      expect(await messages()).toEqual([' of something since removed', ' of something since removed']);
      for (const rpc of [contentRpc.titles, contentRpc.podcastTitles])
        gateway.services.on(rpc, () => {
          throw new Refusal('unavailable');
        });
      expect(await messages()).toEqual(['', '']);
    });

    it('counts for the bell, reports for ambassadors only', async () => {
      gateway.services.on(notificationRpc.unread, () => ({ unread: 2 }));
      const ambassador = gateway.services.signIn('amb', { isAmbassador: true });
      expect((await gateway.ask('GET', '/api/notifications/unread-count', { cookie: fan.cookie })).body).toEqual({
        unread: 2,
        reports: null,
      });
      expect((await gateway.ask('GET', '/api/notifications/unread-count', { cookie: ambassador.cookie })).body).toEqual(
        {
          unread: 2,
          reports: 0,
        },
      );
    });

    it('marks read, all read, and deletes', async () => {
      const { markRead, markQuestionRead, markAllRead, deleteNotification } = notificationRpc;
      for (const rpc of [markRead, markQuestionRead, markAllRead, deleteNotification])
        gateway.services.on(rpc, () => ({}));
      const id = uuidv7();
      expect(await gateway.ask('POST', `/api/notifications/${id}/read`, { cookie: fan.cookie })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      const ofQuestion = { cookie: fan.cookie, body: { questionId: id } };
      expect(await gateway.ask('POST', '/api/notifications/read', ofQuestion)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(gateway.services.callsOf(markQuestionRead).map(({ input }) => input)).toEqual([{ questionId: id }]);
      expect(
        (await gateway.ask('POST', '/api/notifications/read', { cookie: fan.cookie, body: { questionId: '1' } }))
          .status,
      ).toBe(400);
      expect((await gateway.ask('POST', '/api/notifications/read', { body: { questionId: id } })).status).toBe(401);
      expect(
        (await gateway.ask('POST', `/api/notifications/${fan.person.id}/read-all`, { cookie: fan.cookie })).status,
      ).toBe(200);
      expect((await gateway.ask('POST', `/api/notifications/${id}/read-all`, { cookie: fan.cookie })).status).toBe(403);
      expect((await gateway.ask('DELETE', `/api/notifications/${id}`, { cookie: fan.cookie, body: {} })).status).toBe(
        200,
      );
    });

    it('shows XP to oneself only', async () => {
      gateway.services.on(gamificationRpc.xpActivities, () => ({ activities: [] }));
      expect(
        await gateway.ask('GET', `/api/users/${fan.person.id}/xp-activities`, { cookie: fan.cookie }),
      ).toMatchObject({
        status: 200,
        body: [],
      });
      expect((await gateway.ask('GET', `/api/users/${uuidv7()}/xp-activities`, { cookie: fan.cookie })).status).toBe(
        403,
      );
      expect((await gateway.ask('GET', `/api/users/${fan.person.id}/xp-activities`)).status).toBe(401);
    });
  });
});
