import { contentRpc, engagementRpc, gamificationRpc, identityRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makePerson } from './fake-services.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { discussionView, messageEntry, notificationView, questionView } from './views.suite.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('the API of the gateway', () => {
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

  describe('signing in', () => {
    it('registers with 201, the own User and an HttpOnly cookie of 30 days', async () => {
      const person = makePerson('nora');
      gateway.services.people.set(person.id, person);
      gateway.services.on(identityRpc.register, () => ({ person, token: 'new-token', expiresAt: '2026-03-01T00:00:00.000Z' }));
      const answer = await gateway.ask('POST', '/api/auth/register', {
        body: { username: '  nora ', password: 'secret1' },
        headers: { 'idempotency-key': 'k1' },
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ id: person.id, username: 'nora', xp: 120, whoMayAsk: 'everyone', canAsk: true });
      expect(answer.headers.get('set-cookie')).toBe('hearsay_session=new-token; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
      const [call] = gateway.services.callsOf(identityRpc.register);
      expect(call?.input).toEqual({ username: 'nora', password: 'secret1', isCreator: false });
      expect(call?.context).toMatchObject({ accountId: null, idempotencyKey: 'k1', correlationId: answer.headers.get('x-request-id') });
    });

    it('marks the cookie Secure behind a proxy that speaks TLS', async () => {
      gateway.services.on(identityRpc.login, () => ({ person: fan.person, token: 't', expiresAt: '2026-03-01T00:00:00.000Z' }));
      const answer = await gateway.ask('POST', '/api/auth/login', {
        body: { username: 'a', password: 'b' },
        headers: { 'x-forwarded-proto': 'https' },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('set-cookie')).toContain('; Secure');
    });

    it('ends the session that came along with a login', async () => {
      gateway.services.on(identityRpc.login, () => ({ person: fan.person, token: 't', expiresAt: '2026-03-01T00:00:00.000Z' }));
      await gateway.ask('POST', '/api/auth/login', { cookie: fan.cookie, body: { username: 'a', password: 'b' } });
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
    });

    it('lets someone in while their XP cannot be read', async () => {
      gateway.services.on(identityRpc.login, () => ({
        person: { ...fan.person, level: 3 },
        token: 't',
        expiresAt: '2026-03-01T00:00:00.000Z',
      }));
      gateway.services.stop('gamification');
      const answer = await gateway.ask('POST', '/api/auth/login', { body: { username: 'a', password: 'b' } });
      gateway.services.start('gamification');
      expect(answer).toMatchObject({ status: 200, body: { level: 3, xp: 250 } });
    });

    it('passes on a refused login as 401', async () => {
      gateway.services.on(identityRpc.login, () => {
        throw new Refusal('unauthenticated', 'Wrong username or password');
      });
      const answer = await gateway.ask('POST', '/api/auth/login', { body: { username: 'a', password: 'b' } });
      expect(answer).toMatchObject({ status: 401, body: { error: 'Wrong username or password', code: 'unauthenticated' } });
      expect(answer.headers.get('set-cookie')).toBeNull();
    });

    it('logs out: the session ends at once and the cookie goes', async () => {
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(200);
      const answer = await gateway.ask('POST', '/api/auth/logout', { cookie: fan.cookie });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
      expect((await gateway.ask('GET', '/api/auth/user', { cookie: fan.cookie })).status).toBe(401);
    });
  });

  describe('questions', () => {
    it('asks: 201, the whole question, the key and the account in the call', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({
        question: questionView({ creatorId: fan.person.id, isMine: true, title: 'Why?' }),
      }));
      const answer = await gateway.ask('POST', '/api/questions', {
        cookie: fan.cookie,
        body: {
          title: ' Why? ',
          description: '',
          creatorId: fan.person.id,
          isAnonymous: false,
          targetUserId: null,
          replyBoostThreshold: 3,
        },
        headers: { 'idempotency-key': 'ask-1' },
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ kind: 'question', creator: { username: fan.person.username }, isMine: true, isApproved: true });
      const [call] = gateway.services.callsOf(contentRpc.askQuestion);
      expect(call?.input).toEqual({
        title: 'Why?',
        description: null,
        isAnonymous: false,
        allowAnonymousAnswers: true,
        replyBoostThreshold: 3,
      });
      expect(call?.context).toMatchObject({ accountId: fan.person.id, idempotencyKey: 'ask-1' });
    });

    it('takes creatorId null as a normal anonymous post', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView({ isAnonymous: true, isMine: true }) }));
      const answer = await gateway.ask('POST', '/api/questions', {
        cookie: fan.cookie,
        body: { title: 'Psst', creatorId: null, isAnonymous: true },
      });
      expect(answer).toMatchObject({ status: 201, body: { isAnonymous: true, creatorId: null, creator: null, isMine: true } });
    });

    it('refuses a targeted question until there are targets', async () => {
      const answer = await gateway.ask('POST', '/api/questions', { cookie: fan.cookie, body: { title: 'Why?', targetUserId: uuidv7() } });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: { targetUserId: 'Targeted questions are not available yet' } },
      });
    });

    it('answers the page with ETag and 304, and says no-cache', async () => {
      const question = questionView({ creatorId: fan.person.id, discussionCount: 1, lastNumber: 1 });
      const reply = discussionView({ questionId: question.id, userId: fan.person.id });
      gateway.services.on(contentRpc.questionPage, () => ({ question, discussions: [reply] }));
      const path = `/api/questions/${question.id}`;
      const first = await gateway.ask('GET', path);
      expect(first).toMatchObject({
        status: 200,
        body: { lastNumber: 1, pinnedReply: null, discussions: [{ id: reply.id, kind: 'answer' }] },
      });
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"/);
      const again = await gateway.ask('GET', path, { headers: { 'if-none-match': etag } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
    });

    it('pages back and answers the room in the shape of the socket', async () => {
      const { id } = questionView();
      gateway.services.on(contentRpc.discussionsBefore, ({ before }: { before: number }) => ({
        discussions: [discussionView({ questionId: id, number: before - 1 })],
      }));
      expect(await gateway.ask('GET', `/api/questions/${id}/discussions?before=9&limit=20`)).toMatchObject({
        status: 200,
        body: [{ number: 8 }],
      });
      expect(gateway.services.callsOf(contentRpc.discussionsBefore)[0]?.input).toEqual({ questionId: id, before: 9, limit: 20 });

      gateway.services.on(contentRpc.roomEntries, ({ after }: { after: number }) => ({
        entries: after < 4 ? [messageEntry(id, 4)] : [],
        lastNumber: 4,
        discussionCount: 4,
      }));
      expect(await gateway.ask('GET', `/api/questions/${id}/room?after=3`)).toMatchObject({
        body: { from: 4, to: 4, lastNumber: 4, entries: [{ number: 4, entry: 'message' }] },
      });
      expect((await gateway.ask('GET', `/api/questions/${id}/room?after=4`)).body).toEqual({ from: 5, to: 4, lastNumber: 4, entries: [] });
      expect(await gateway.ask('GET', `/api/questions/${id}/room`)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    });

    it('replies by dialog and by chat, each with its own limit', async () => {
      const { id } = questionView();
      gateway.services.on(contentRpc.postReply, ({ questionId }: { questionId: string }) => ({
        discussion: discussionView({ questionId, userId: fan.person.id, isMine: true }),
      }));
      const long = 'x'.repeat(400);
      const dialog = await gateway.ask('POST', `/api/questions/${id}/discussions`, {
        cookie: fan.cookie,
        body: { content: long, mediaUrl: null, mediaType: 'text', userId: fan.person.id, parentReplyId: null },
      });
      expect(dialog).toMatchObject({ status: 201, body: { questionId: id, user: { id: fan.person.id }, isMine: true } });
      const chat = await gateway.ask('POST', '/api/discussions', { cookie: fan.cookie, body: { content: long, questionId: id } });
      expect(chat).toMatchObject({ status: 400, body: { fields: { content: 'At most 280 characters' } } });
      expect(await gateway.ask('POST', '/api/discussions', { cookie: fan.cookie, body: { content: 'hi', questionId: id } })).toMatchObject({
        status: 201,
      });
    });

    it('shows a message that stands alone with its question’s title, and finds what an id is', async () => {
      const reply = discussionView();
      gateway.services.on(contentRpc.discussion, () => ({ discussion: reply, parentTitle: 'Why?' }));
      expect(await gateway.ask('GET', `/api/discussions/${reply.id}`)).toMatchObject({ status: 200, body: { parentTitle: 'Why?' } });
      const location = { contentType: 'discussion', id: reply.id, questionId: reply.questionId };
      gateway.services.on(contentRpc.locate, () => ({ location }));
      expect((await gateway.ask('GET', `/api/content/${reply.id}`)).body).toEqual(location);
      gateway.services.on(contentRpc.locate, () => ({ location: null }));
      expect(await gateway.ask('GET', `/api/content/${reply.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  });

  describe('the feed', () => {
    it('answers a plain list and its anchor in a header', async () => {
      const question = questionView({ creatorId: fan.person.id });
      gateway.services.on(contentRpc.feed, () => ({ questions: [question], anchor: 'next-page' }));
      const answer = await gateway.ask('GET', '/api/feed?sortBy=boosted&page=2&limit=5&followersOnly=false');
      expect(answer).toMatchObject({ status: 200, body: [{ id: question.id, activityType: 'created', repostData: null }] });
      expect(answer.headers.get('x-feed-anchor')).toBe('next-page');
      expect(gateway.services.callsOf(contentRpc.feed)[0]?.input).toEqual({ sort: 'boosted', anchor: null, page: 2, limit: 5 });
    });

    it('shows nothing of people whom one follows, since nobody can be followed yet', async () => {
      expect(await gateway.ask('GET', '/api/feed?followersOnly=true')).toMatchObject({ status: 200, body: [] });
      expect(gateway.services.callsOf(contentRpc.feed)).toEqual([]);
    });

    it('passes a broken anchor on as 400 anchor_expired', async () => {
      gateway.services.on(contentRpc.feed, () => {
        throw new Refusal('anchor_expired');
      });
      expect(await gateway.ask('GET', '/api/feed?anchor=zzz')).toMatchObject({ status: 400, body: { code: 'anchor_expired' } });
    });
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
      const answer = await gateway.ask('POST', `/api/questions/${id}/boost`, { cookie: fan.cookie, body: { userId: fan.person.id } });
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
      expect((await gateway.ask('POST', `/api/questions/${questionId}/boost`, { cookie: fan.cookie, headers })).status).toBe(200);
      const [latch] = gateway.services.callsOf(contentRpc.latchReveal);
      expect(latch?.input).toEqual({ questionId, boostPeak: 7 });
      expect(latch?.context.accountId).toBeNull();
      expect(latch?.context.idempotencyKey).toBeUndefined();
    });

    it('answers 503 while the words cannot be opened, and the repeat opens them', async () => {
      const questionId = uuidv7();
      gateway.services.on(engagementRpc.setBoost, () => set({ questionId, hasReachedThreshold: true }));
      gateway.services.on(contentRpc.latchReveal, () => ({ lastNumber: 4 }));
      gateway.services.stop('content');
      const asking = { cookie: fan.cookie, headers: { 'idempotency-key': 'act-2' } };
      const refused = await gateway.ask('POST', `/api/questions/${questionId}/boost`, asking);
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      gateway.services.start('content');
      expect((await gateway.ask('POST', `/api/questions/${questionId}/boost`, asking)).status).toBe(200);
      expect(gateway.services.callsOf(contentRpc.latchReveal)).toHaveLength(1);
    });

    it('answers statuses alone and in batches, and leaves out what is unknown', async () => {
      const known = uuidv7();
      gateway.services.on(engagementRpc.contentCounts, ({ items }: { items: { contentType: string; contentId: string }[] }, context) => ({
        counts: items
          .filter(({ contentId }) => contentId === known)
          .map((item) => ({ ...item, boostCount: 5, repostCount: 0, revision: 9, isBoosted: context.accountId === fan.person.id })),
      }));
      expect((await gateway.ask('GET', `/api/boost-status/question/${known}/${fan.person.id}`, { cookie: fan.cookie })).body).toEqual({
        isBoosted: true,
        boostCount: 5,
      });
      expect((await gateway.ask('GET', `/api/boost-status/question/${known}`)).body).toEqual({ isBoosted: false, boostCount: 5 });
      expect((await gateway.ask('GET', `/api/boost-status/question/${uuidv7()}`)).status).toBe(404);
      expect((await gateway.ask('GET', `/api/boost-status/letter/${known}`)).status).toBe(404);
      const items = [known, uuidv7()].map((contentId) => ({ contentType: 'question', contentId }));
      expect(
        (await gateway.ask('POST', '/api/batch/boost-status', { cookie: fan.cookie, body: { items, userId: fan.person.id } })).body,
      ).toEqual({
        [`question:${known}`]: { isBoosted: true, boostCount: 5 },
      });
    });
  });

  describe('notifications and XP', () => {
    it('lists the own inbox under all its names, with the actor’s card', async () => {
      const view = notificationView({ actorId: fan.person.id });
      gateway.services.on(notificationRpc.inbox, () => ({ notifications: [view] }));
      for (const path of ['', `?userId=${fan.person.id}`, `/${fan.person.id}`]) {
        const answer = await gateway.ask('GET', `/api/notifications${path}`, { cookie: fan.cookie });
        expect(answer).toMatchObject({ status: 200, body: [{ id: view.id, actor: { username: fan.person.username } }] });
        expect(answer.body).not.toHaveProperty('0.actorId');
      }
      expect((await gateway.ask('GET', `/api/notifications/${uuidv7()}`, { cookie: fan.cookie })).status).toBe(403);
    });

    it('counts for the bell, reports for ambassadors only', async () => {
      gateway.services.on(notificationRpc.unread, () => ({ unread: 2 }));
      const ambassador = gateway.services.signIn('amb', { isAmbassador: true });
      expect((await gateway.ask('GET', '/api/notifications/unread-count', { cookie: fan.cookie })).body).toEqual({
        unread: 2,
        reports: null,
      });
      expect((await gateway.ask('GET', '/api/notifications/unread-count', { cookie: ambassador.cookie })).body).toEqual({
        unread: 2,
        reports: 0,
      });
    });

    it('marks read, all read, and deletes', async () => {
      for (const rpc of [notificationRpc.markRead, notificationRpc.markAllRead, notificationRpc.deleteNotification])
        gateway.services.on(rpc, () => ({}));
      const id = uuidv7();
      expect(await gateway.ask('POST', `/api/notifications/${id}/read`, { cookie: fan.cookie })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect((await gateway.ask('POST', `/api/notifications/${fan.person.id}/read-all`, { cookie: fan.cookie })).status).toBe(200);
      expect((await gateway.ask('POST', `/api/notifications/${id}/read-all`, { cookie: fan.cookie })).status).toBe(403);
      expect((await gateway.ask('DELETE', `/api/notifications/${id}`, { cookie: fan.cookie, body: {} })).status).toBe(200);
    });

    it('tells XP to oneself only', async () => {
      gateway.services.on(gamificationRpc.xpActivities, () => ({ activities: [] }));
      expect(await gateway.ask('GET', `/api/users/${fan.person.id}/xp-activities`, { cookie: fan.cookie })).toMatchObject({
        status: 200,
        body: [],
      });
      expect((await gateway.ask('GET', `/api/users/${uuidv7()}/xp-activities`, { cookie: fan.cookie })).status).toBe(403);
      expect((await gateway.ask('GET', `/api/users/${fan.person.id}/xp-activities`)).status).toBe(401);
    });
  });

  describe('wrong input', () => {
    const errorOf = (code: string) => ({ error: expect.any(String), code, requestId: expect.stringMatching(uuid) });

    it('answers unknown paths with 404 in the error shape, and its id in a header', async () => {
      for (const [method, path] of [
        ['GET', '/api/nothing'],
        ['GET', `/api/users/${uuidv7()}`],
        ['PUT', '/api/feed'],
        ['POST', '/api/podcasts'],
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
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: { questionId: expect.any(String) } } });
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
        await gateway.ask('POST', '/api/questions', { cookie, raw: 'title=x', headers: { 'content-type': 'text/plain' } }),
      ).toMatchObject({
        status: 415,
        body: errorOf('unsupported_media'),
      });
      expect(
        await gateway.ask('POST', '/api/discussions', { cookie, body: { content: 'x'.repeat(10_000), questionId: uuidv7() } }),
      ).toMatchObject({
        status: 413,
        body: errorOf('too_large'),
      });
    });

    it('takes 1 to 200 visible ASCII characters as key, and nothing else', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({ question: questionView() }));
      const ask = (key: string) =>
        gateway.ask('POST', '/api/questions', { cookie: fan.cookie, body: { title: 'x' }, headers: { 'idempotency-key': key } });
      for (const key of ['', 'a b', 'x'.repeat(201), 'schlüssel'])
        expect(await ask(key)).toMatchObject({ status: 400, body: errorOf('invalid_key') });
      expect((await ask('x'.repeat(200))).status).toBe(201);
    });

    it('lets everyone act in their own name only', async () => {
      const body = { title: 'x', creatorId: uuidv7() };
      expect((await gateway.ask('POST', '/api/questions', { cookie: fan.cookie, body })).status).toBe(403);
      expect(
        (await gateway.ask('POST', `/api/questions/${uuidv7()}/boost`, { cookie: fan.cookie, body: { userId: uuidv7() } })).status,
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
      const from = async (headers: Record<string, string>) => (await gateway.ask('POST', path, { cookie: fan.cookie, headers })).status;
      expect(await from({ origin: 'https://elsewhere.example' })).toBe(403);
      expect(await from({ origin: gateway.url })).toBe(200);
    });

    it('hides what is broken inside', async () => {
      gateway.services.on(contentRpc.questionPage, () => {
        throw new Error('password=hunter2');
      });
      const answer = await gateway.ask('GET', `/api/questions/${uuidv7()}`);
      expect(answer).toMatchObject({ status: 500, body: { code: 'internal', error: 'Something went wrong on our side' } });
      expect(answer.text).not.toContain('hunter2');
    });
  });

  it('describes itself at /api/docs and /api/docs-json', async () => {
    const document = await gateway.ask('GET', '/api/docs-json');
    expect(document.status).toBe(200);
    const { paths, openapi } = document.body as { paths: Record<string, Record<string, object>>; openapi: string };
    expect(openapi).toBe('3.1.0');
    expect(paths['/api/questions/{id}/boost']?.post).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'id', in: 'path' })]),
      responses: { 200: expect.anything(), 401: expect.anything(), 422: expect.anything(), 429: expect.anything() },
    });
    for (const [, name = ''] of document.text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      expect(document.body).toHaveProperty(['components', 'schemas', name]);
    }
    expect(document.text).toContain('#/components/schemas/QuestionDetail');
    expect(document.text).not.toContain('$defs');
    const page = await gateway.ask('GET', '/api/docs');
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('swagger-ui') });
  });

  it('answers the benchmark’s no-op behind the same checks as a boost', async () => {
    expect((await gateway.ask('POST', '/api/bench/no-op', { cookie: fan.cookie, body: {} })).status).toBe(200);
    expect((await gateway.ask('POST', '/api/bench/no-op')).status).toBe(401);
    expect((await gateway.ask('POST', '/api/bench/no-op', { cookie: fan.cookie, headers: { 'idempotency-key': 'a b' } })).status).toBe(400);
  });
});
