import { randomUUID } from 'node:crypto';
import {
  contentRpc,
  engagementRpc,
  identityRpc,
  liveSubjects,
  moderationRpc,
  notificationRpc,
  type Rpc,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { notificationView, questionView } from './views.suite.js';

describe('acts', () => {
  const gateway = gatewayForBlock({ RATE_LIMIT_CLIENT_ERRORS: '3/3600' });
  const post = (path: string, body: object, headers: Record<string, string> = {}, cookie?: string) =>
    gateway.ask('POST', path, { body, headers, cookie });

  describe('that reach a threshold', () => {
    const boost = (key: string, questionId: string) => {
      const set = { isBoosted: true, boostCount: 3, questionId, boostPeak: 7, hasReachedThreshold: true, opened: true };
      gateway.services.on(engagementRpc.setBoost, () => set);
      gateway.services.on(contentRpc.latchReveal, () => ({ lastNumber: 4 }));
      return post(`/api/questions/${questionId}/boost`, {}, { 'idempotency-key': key }, gateway.fan.cookie);
    };

    it('a call without account and key opens the words before the boost is answered', async () => {
      const questionId = uuidv7();
      expect((await boost('act-1', questionId)).status).toBe(200);
      const [latch] = gateway.services.callsOf(contentRpc.latchReveal);
      expect(latch).toMatchObject({ input: { questionId, boostPeak: 7 }, context: { accountId: null } });
      expect(latch?.context.idempotencyKey).toBeUndefined();
    });

    it('the answer contains `opened`, and no internal fields of engagement', async () => {
      const { body } = await boost('act-3', uuidv7());
      expect(body).toEqual({ isBoosted: true, boostCount: 3, opened: true });
    });

    it('a boost gets 503 while words cannot be opened, and a repeat opens them', async () => {
      const questionId = uuidv7();
      await gateway.services.stop('content');
      const refused = await boost('act-2', questionId);
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      await gateway.services.start('content');
      expect((await boost('act-2', questionId)).status).toBe(200);
      expect(gateway.services.callsOf(contentRpc.latchReveal)).toHaveLength(1);
    });
  });

  describe('under an idempotency key', () => {
    const unguessable = [randomUUID(), randomUUID().replaceAll('-', '')];
    const signedIn = () => ({ person: gateway.fan.person, token: 't', expiresAt: '2026-03-01T00:00:00.000Z' });
    /** Returns the key that the service gets. */
    const passed = async (rpc: Rpc, path: string, body: object, key: string, address: string, cookie?: string) => {
      const headers = { 'idempotency-key': key, 'x-forwarded-for': address };
      expect([200, 201]).toContain((await post(path, body, headers, cookie)).status);
      return gateway.services.callsOf(rpc).at(-1)?.context.idempotencyKey;
    };

    it('keys of registrations are scoped by the name', async () => {
      gateway.services.on(identityRpc.register, () => ({ signedIn: signedIn() }));
      const keyOf = (username: string, address: string, key = '1') =>
        passed(identityRpc.register, '/api/auth/register', { username, password: 'secret1' }, key, address);
      const noras = await keyOf('Nora', '192.0.2.1');
      expect(await keyOf('Odile', '192.0.2.1')).not.toBe(noras);
      expect(await keyOf('ｎora', '192.0.2.2')).toBe(noras);
      for (const name of ['Nora', 'Odile']) expect(await keyOf(name, '192.0.2.1', unguessable[0])).toBe(unguessable[0]);
    });

    it('keys of reset links are used only if they cannot be guessed', async () => {
      gateway.services.on(identityRpc.resetPassword, signedIn);
      const body = { token: 'link', newPassword: 'secret2' };
      const keyOf = (key: string) => passed(identityRpc.resetPassword, '/api/auth/reset', body, key, '192.0.2.1');
      expect([await keyOf(unguessable[0]!), await keyOf('1')]).toEqual([unguessable[0], undefined]);
    });

    it('keys of guests are scoped by the address', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
      const body = { title: 'Who are you?', targetUserId: gateway.fan.person.id, isAnonymous: true };
      const keyOf = (address: string, key = 'one', cookie?: string) =>
        passed(contentRpc.askQuestion, '/api/questions', body, key, address, cookie);
      const [first, repeat, other] = [await keyOf('192.0.2.1'), await keyOf('192.0.2.1'), await keyOf('192.0.2.2')];
      expect(repeat).toBe(first);
      expect(new Set([first, other, 'one']).size).toBe(3);
      expect(await keyOf('192.0.2.1', 'one', gateway.fan.cookie)).toBe('one');
      for (const key of unguessable)
        for (const address of ['192.0.2.3', '192.0.2.4']) expect(await keyOf(address, key)).toBe(key);
    });

    it('a follow can be repeated after the person was deleted', async () => {
      gateway.services.on(engagementRpc.setFollow, () => ({ isFollowing: true, followerCount: 3 }));
      const accountId = uuidv7();
      const path = `/api/users/${accountId}/follow`;
      const { cookie } = gateway.fan;
      expect(await passed(engagementRpc.setFollow, path, {}, 'follow-1', '192.0.2.1', cookie)).toBe('follow-1');
      expect(gateway.services.inputsOf(engagementRpc.setFollow)).toEqual([
        { accountId, isFollowing: true, isGone: true },
      ]);
    });
  });

  it('ids are accepted in upper and lower case everywhere', async () => {
    const { id } = new FakeQuestions(gateway.services).ask(questionView());
    const { cookie, person } = gateway.fan;
    const ownId = person.id.toUpperCase();
    expect(await gateway.get(`/api/questions/${id.toUpperCase()}`)).toMatchObject({ status: 200, body: { id } });
    const items = [{ contentType: 'question', contentId: id.toUpperCase() }];
    expect(await post('/api/batch/boost-status', { items, userId: ownId }, {}, cookie)).toMatchObject({
      status: 200,
      body: { [`question:${id}`]: { boostCount: 0 } },
    });
    gateway.services.on(notificationRpc.inbox, () => ({ notifications: [] }));
    for (const path of [`/${ownId}`, `?userId=${ownId}`])
      expect((await gateway.get(`/api/notifications${path}`, cookie)).status).toBe(200);
    const room = new FakeRoom(gateway.services);
    const client = await gateway.socket({ cookie, query: `?userId=${ownId}` });
    client.sendJoin(room.questionId.toUpperCase());
    expect(await client.next('joined')).toMatchObject({ questionId: room.questionId });
  });

  it('any client may report failures of the web app, and a fourth report is refused', async () => {
    const at = { page: '/questions/:id', build: 'index-D9ErnRa8.js', frames: ['feed-page-BSZl3oqH.js:1:345'] };
    const failure = { kind: 'TypeError', detail: 'Cannot read properties', ...at };
    for (const detail of ['cannot parse "my secret"', 'account 12345 is gone'])
      expect(await post('/api/client-errors', { ...failure, detail })).toMatchObject({ status: 400 });
    for (const status of [200, 200, 200, 429])
      expect(await post('/api/client-errors', failure)).toMatchObject({ status });
  });

  describe('in the bell', () => {
    it('notifications contain the title of their question or episode, even a pending one', async () => {
      const [episode, waiting, open] = [uuidv7(), uuidv7(), uuidv7()];
      const about = (
        contentType: 'podcast' | 'question',
        contentId: string,
        kind: 'boost' | 'asked' | 'report-resolved',
      ) => notificationView({ kind, contentType, contentId, questionId: null });
      const views = [
        about('podcast', episode, 'boost'),
        about('question', waiting, 'asked'),
        about('question', open, 'report-resolved'),
        about('podcast', episode, 'report-resolved'),
      ];
      const { services, fan } = gateway;
      const messages = async () => {
        const { body } = await gateway.get('/api/notifications', fan.cookie);
        return (body as { message: string }[]).map(({ message }) => message.replace(/ was resolved.*/, ''));
      };
      services.on(notificationRpc.inbox, () => ({ notifications: views }));
      services.on(contentRpc.podcastTitles, () => ({ titles: [{ id: episode, title: 'Night talk' }] }));
      services.on(contentRpc.titles, ({ questionIds }, { accountId }) => ({
        titles: questionIds
          .filter((questionId) => questionId === open || accountId === fan.person.id)
          .map((questionId) => ({ questionId, title: questionId === open ? 'Who are you?' : 'May I ask?' })),
      }));
      const [boosted, asked, ...resolved] = await messages();
      expect([boosted, asked]).toEqual([
        'Your episode “Night talk” got a boost',
        'Someone asked you anonymously: “May I ask?”',
      ]);
      expect(resolved).toEqual(['Your report of “Who are you?”', 'Your report of “Night talk”']);
      // The reported content is often removed before the report is resolved, so the title is read again.
      for (const rpc of [contentRpc.titles, contentRpc.podcastTitles]) services.on(rpc, () => ({ titles: [] }));
      expect((await messages()).slice(2)).toEqual(Array(2).fill('Your report of something since removed'));
      for (const rpc of [contentRpc.titles, contentRpc.podcastTitles]) services.refuse(rpc, 'unavailable');
      expect((await messages()).slice(2)).toEqual(['Your report', 'Your report']);
    });

    it('while moderation is down, ambassadors see the last known number of reports', async () => {
      const { services, fan } = gateway;
      const [ambassador, author] = ['ambassador', 'author'].map((name) =>
        services.signIn(name, { isAmbassador: true }),
      );
      services.on(notificationRpc.unread, () => ({ unread: 2 }));
      services.on(moderationRpc.pendingReports, (_input, { accountId }) => ({
        reports: accountId === author!.person.id ? 0 : 3,
      }));
      const reports = async () => {
        const answers = [fan, ambassador!, author!].map(({ cookie }) =>
          gateway.get('/api/notifications/unread-count', cookie),
        );
        return (await Promise.all(answers)).map(({ body }) => body);
      };
      const counted = [null, 3, 0].map((count) => ({ unread: 2, reports: count }));
      expect(await reports()).toEqual(counted);
      await services.stop('moderation');
      expect(await reports()).toEqual(counted);
      await services.start('moderation');
    });

    it('a resolved report is pushed to its reporter and ambassadors, not to the author', async () => {
      const { services, fan } = gateway;
      const ambassador = services.signIn('ambassador', { isAmbassador: true });
      const author = services.signIn('author', { isAmbassador: true });
      const reporter = services.signIn('reporter');
      const open = (of?: { cookie: string }) => gateway.socket({ cookie: of?.cookie });
      const told = [await open(ambassador), await open(reporter)];
      const others = [await open(fan), await open(author), await open()];
      const reportId = uuidv7();
      services.live(liveSubjects.reports, {
        reportId,
        reporterId: reporter.person.id,
        authorId: author.person.id,
      });
      for (const socket of told) expect(await socket.next('report_resolved')).toMatchObject({ reportId });
      for (const socket of others) {
        await socket.pong();
        expect(socket.frames.map(({ type }) => type)).toEqual(['pong']);
      }
    });
  });
});
