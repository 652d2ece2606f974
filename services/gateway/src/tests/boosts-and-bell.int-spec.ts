import { contentRpc, engagementRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { notificationView } from './views.suite.js';

const _uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('boosts, notifications and XP', () => {
  const gateway = aGateway();
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  beforeEach(() => {
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

    it('open the words before the answer to the last boost, without name or key', async () => {
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

    it('are answered 503 while words cannot be opened, and a repeat opens them', async () => {
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
  });

  describe('notifications and XP', () => {
    it('name their subject, also episodes, and pending questions to their two people', async () => {
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

    it('name the subject of a resolved report only while it exists', async () => {
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
  });
});
