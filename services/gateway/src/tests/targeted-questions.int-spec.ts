import { randomUUID } from 'node:crypto';
import { contentRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { podcastView } from './fake-uploads.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

describe('questions that are asked of one person', () => {
  let gateway: GatewayUnderTest;
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  let target: ReturnType<GatewayUnderTest['services']['signIn']>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ RATE_LIMIT_GUEST_ASKS: '3/600' });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    target = gateway.services.signIn(`target-${uuidv7()}`);
    gateway.services.on(
      contentRpc.askQuestion,
      ({ targetId, isAnonymous }: { targetId: string | null; isAnonymous: boolean }) => ({
        question: questionView({
          targetId,
          isAnonymous,
          isApproved: targetId === null,
          authorId: isAnonymous ? null : fan.person.id,
        }),
      }),
    );
  });

  const ask = (body: object, cookie?: string) =>
    gateway.ask('POST', '/api/questions', { body, ...(cookie && { cookie }) });
  /** As the dialog for anonymous questions sends it. */
  const dialog = (over: object = {}) => ({
    title: 'Who are you?',
    targetUserId: target.person.id,
    isAnonymous: true,
    allowAnonymousAnswers: false,
    ...over,
  });

  it('name their target, and are not approved yet', async () => {
    const answer = await ask({ title: 'For you?', targetUserId: target.person.id }, fan.cookie);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        isApproved: false,
        targetUserId: target.person.id,
        targetUsername: target.person.username,
        creatorId: fan.person.id,
      },
    });
    expect(gateway.services.callsOf(contentRpc.askQuestion)[0]).toMatchObject({
      input: { targetId: target.person.id },
    });
  });

  it('may be asked by guests anonymously and of one person, nothing else, and only so often', async () => {
    expect(await ask(dialog())).toMatchObject({
      status: 201,
      body: { creatorId: null, creator: null, isAnonymous: true, isMine: false },
    });
    for (const body of [dialog({ targetUserId: null }), dialog({ isAnonymous: false }), { title: 'For all?' }, {}]) {
      expect(await ask(body)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    }
    expect(await ask(dialog({ creatorId: fan.person.id }))).toMatchObject({ status: 401 });
    expect(await ask(dialog({ title: ' ' }))).toMatchObject({
      status: 400,
      body: { fields: { title: 'Please enter a question title.' } },
    });
    expect(await ask(dialog({ targetUserId: 'zzz' }))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    await ask(dialog());
    await ask(dialog());
    const refused = await ask(dialog());
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(dialog(), fan.cookie)).status).toBe(201);
  });

  it('asked by guests are told apart by key and address: a key that two guests could choose is two keys', async () => {
    const keyOf = async (address: string, cookie?: string, key = 'one') => {
      const headers = { 'idempotency-key': key, 'x-forwarded-for': address };
      const answer = await gateway.ask('POST', '/api/questions', {
        body: dialog(),
        headers,
        ...(cookie && { cookie }),
      });
      expect(answer.status).toBe(201);
      return gateway.services.callsOf(contentRpc.askQuestion).at(-1)?.context.idempotencyKey;
    };
    const [first, repeat, other] = [await keyOf('192.0.2.1'), await keyOf('192.0.2.1'), await keyOf('192.0.2.2')];
    expect(repeat).toBe(first);
    expect(new Set([first, other, 'one']).size).toBe(3);
    // Whoever has an account is known by it, wherever they are.
    expect(await keyOf('192.0.2.1', fan.cookie)).toBe('one');
    // And nobody else has a key like this: it is the same guest's, on another network by now.
    for (const unguessable of [randomUUID(), randomUUID().replaceAll('-', '')]) {
      expect([
        await keyOf('192.0.2.3', undefined, unguessable),
        await keyOf('192.0.2.4', undefined, unguessable),
      ]).toEqual([unguessable, unguessable]);
    }
  });

  it.each([
    ['an anonymous question to one person', true, true, 500],
    ['a named question to one person', false, true, 300],
    ['an anonymous question to everyone', true, false, 300],
  ])('%s has at most so many characters', async (_name, isAnonymous, isTargeted, most) => {
    const body = (length: number) =>
      dialog({ title: 'x'.repeat(length), isAnonymous, ...(!isTargeted && { targetUserId: null }) });
    expect((await ask(body(most), fan.cookie)).status).toBe(201);
    expect(await ask(body(most + 1), fan.cookie)).toMatchObject({
      status: 400,
      body: { fields: { title: expect.any(String) } },
    });
  });

  it.each([
    ['not_accepting', 403],
    ['not_found', 404],
  ] as const)('are refused as %s', async (code, status) => {
    gateway.services.on(contentRpc.askQuestion, () => {
      throw new Refusal(code);
    });
    expect(await ask(dialog(), fan.cookie)).toMatchObject({ status, body: { code } });
  });

  it('are approved, ignored and answered in calls of their own', async () => {
    const view = questionView({ targetId: target.person.id });
    const reply = replyView({
      questionId: view.id,
      isPinned: true,
      boostThreshold: 7,
      isRevealed: false,
      isMine: true,
      content: 'mine',
    });
    gateway.services.on(contentRpc.approveQuestion, () => ({ question: view }));
    gateway.services.on(contentRpc.ignoreQuestion, () => ({}));
    gateway.services.on(contentRpc.approveWithReply, () => ({ reply, parentTitle: view.title }));
    const act = (call: string, body?: object, cookie: string | null = target.cookie) =>
      gateway.ask('POST', `/api/questions/${view.id}/${call}`, { ...(cookie && { cookie }), ...(body && { body }) });
    const { cookie, person } = target;
    expect(await act('approve', { userId: person.id })).toMatchObject({
      status: 200,
      body: { id: view.id, isApproved: true },
    });
    expect(await act('ignore')).toMatchObject({ status: 200, body: { success: true } });
    const answer = { content: 'mine', mediaType: 'text', boostThreshold: 7, userId: person.id };
    expect(await act('approve-with-reply', answer, cookie)).toMatchObject({
      status: 201,
      body: { questionId: view.id, isPinned: true, boostThreshold: 7, content: 'mine', parentTitle: view.title },
    });
    await act('approve-with-reply', { content: 'mine' });
    expect(gateway.services.callsOf(contentRpc.approveWithReply).map(({ input }) => input)).toEqual([
      { questionId: view.id, content: 'mine', boostThreshold: 7 },
      { questionId: view.id, content: 'mine', boostThreshold: 1 },
    ]);
    for (const call of ['approve', 'ignore', 'approve-with-reply']) {
      expect(await act(call, { content: 'x' }, null)).toMatchObject({ status: 401 });
      expect(await act(call, { content: 'x', userId: uuidv7() })).toMatchObject({ status: 403 });
    }
  });

  it.each([
    [{ content: 'x', boostThreshold: 1 }, 201],
    [{ content: 'x', boostThreshold: 5_000_000 }, 201],
    [{ content: 'x'.repeat(500) }, 201],
    [{ content: 'x', boostThreshold: 0 }, 400],
    [{ content: 'x', boostThreshold: 5_000_001 }, 400],
    [{ content: 'x', boostThreshold: 1.5 }, 400],
    [{ content: 'x', boostThreshold: '3' }, 400],
    [{ content: ' ' }, 400],
    [{}, 400],
    [{ content: 'x'.repeat(501) }, 400],
    [{ content: 'x', mediaType: 'audio' }, 400],
  ])('take %j as an answer with %i', async (body, status) => {
    gateway.services.on(contentRpc.approveWithReply, () => ({ reply: replyView(), parentTitle: 'Why?' }));
    const answer = await gateway.ask('POST', `/api/questions/${uuidv7()}/approve-with-reply`, {
      cookie: target.cookie,
      body,
    });
    expect(answer.status).toBe(status);
  });
});

describe("a person's questions", () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());

  it.each([
    ['pending-questions', contentRpc.pendingQuestions],
    ['content', contentRpc.ownQuestionsPage],
  ] as const)('%s are for oneself only', async (path, rpc) => {
    const me = gateway.services.signIn('me');
    const other = gateway.services.signIn('other', { isAmbassador: true });
    const view = questionView({ isMine: true, isAnonymous: true });
    gateway.services.on(rpc, () => ({ questions: [view] }));
    gateway.services.on(contentRpc.ownPodcastsPage, () => ({ podcasts: [] }));
    const read = (cookie?: string, query = '') =>
      gateway.ask('GET', `/api/users/${me.person.id}/${path}${query}`, { ...(cookie && { cookie }) });
    expect(await read(me.cookie)).toMatchObject({
      status: 200,
      body: [{ id: view.id, kind: 'question', creatorId: null, isMine: true }],
    });
    expect(await read(other.cookie)).toMatchObject({ status: 403 });
    expect(await read()).toMatchObject({ status: 401 });
    expect(await read(me.cookie, '?before=yesterday')).toMatchObject({ status: 400 });
    await read(me.cookie, `?before=${view.createdAt}`);
    expect(gateway.services.callsOf(rpc).at(-1)?.input).toEqual({ before: view.createdAt });
  });

  it('of one asker are ignored together by their target alone', async () => {
    const me = gateway.services.signIn('flooded');
    const other = gateway.services.signIn('not-flooded', { isAmbassador: true });
    gateway.services.on(contentRpc.ignoreQuestionsOf, () => ({ ignored: 7 }));
    const ignore = (body: object, cookie?: string) =>
      gateway.ask('POST', `/api/users/${me.person.id}/pending-questions/ignore`, { body, ...(cookie && { cookie }) });
    expect(await ignore({ userId: other.person.id }, me.cookie)).toMatchObject({ status: 200, body: { ignored: 7 } });
    expect(gateway.services.callsOf(contentRpc.ignoreQuestionsOf).map(({ input }) => input)).toEqual([
      { askerId: other.person.id },
    ]);
    expect(await ignore({ userId: me.person.id }, other.cookie)).toMatchObject({ status: 403 });
    expect(await ignore({ userId: other.person.id })).toMatchObject({ status: 401 });
    for (const body of [{}, { userId: 'zzz' }, { userId: null }])
      expect(await ignore(body, me.cookie)).toMatchObject({ status: 400 });
  });

  it('content holds questions and episodes together, the newest 20', async () => {
    const { person, cookie } = gateway.services.signIn('creator');
    const at = (minute: number) => `2026-03-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
    const questions = Array.from({ length: 15 }, (_, index) =>
      questionView({ isMine: true, createdAt: at(58 - 2 * index) }),
    );
    const podcasts = Array.from({ length: 15 }, (_, index) =>
      podcastView({ id: uuidv7(), authorId: person.id, createdAt: at(59 - 2 * index) }),
    );
    gateway.services.on(contentRpc.ownQuestionsPage, () => ({ questions }));
    gateway.services.on(contentRpc.ownPodcastsPage, () => ({ podcasts }));
    const { body } = await gateway.ask('GET', `/api/users/${person.id}/content`, { cookie });
    expect((body as { createdAt: string }[]).map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: 20 }, (_, index) => at(59 - index)),
    );
    expect((body as { kind: string }[]).slice(0, 2).map(({ kind }) => kind)).toEqual(['podcast', 'question']);
  });

  it('recent-question is for everyone: a question, or null', async () => {
    const { person } = gateway.services.signIn('asker');
    const path = `/api/users/${person.id}/recent-question`;
    gateway.services.on(contentRpc.recentQuestion, () => ({ question: null }));
    expect(await gateway.ask('GET', path)).toMatchObject({ status: 200, text: 'null' });
    const view = questionView({ authorId: person.id });
    gateway.services.on(contentRpc.recentQuestion, () => ({ question: view }));
    expect(await gateway.ask('GET', path)).toMatchObject({
      status: 200,
      body: { id: view.id, creatorUsername: 'asker' },
    });
    expect(await gateway.ask('GET', `/api/users/${uuidv7()}/recent-question`)).toMatchObject({ status: 404 });
  });

  it('are edited by PATCH, what is absent staying', async () => {
    const { cookie } = gateway.services.signIn('editor');
    const view = questionView({ isMine: true, isEdited: true });
    gateway.services.on(contentRpc.editQuestion, () => ({ question: view }));
    const edit = (body: object) => gateway.ask('PATCH', `/api/questions/${view.id}`, { cookie, body });
    expect(await edit({ title: ' New? ' })).toMatchObject({ status: 200, body: { id: view.id, isEdited: true } });
    await edit({ description: '' });
    await edit({ title: 'x'.repeat(300), description: 'y'.repeat(5000) });
    expect(gateway.services.callsOf(contentRpc.editQuestion).map(({ input }) => input)).toEqual([
      { questionId: view.id, title: 'New?' },
      { questionId: view.id, description: null },
      { questionId: view.id, title: 'x'.repeat(300), description: 'y'.repeat(5000) },
    ]);
    for (const body of [
      { title: ' ' },
      { title: 'x'.repeat(301) },
      { description: 'y'.repeat(5001) },
      { title: null },
    ]) {
      expect((await edit(body)).status).toBe(400);
    }
    expect((await gateway.ask('PATCH', `/api/questions/${view.id}`, { body: { title: 'New?' } })).status).toBe(401);
    gateway.services.on(contentRpc.editQuestion, () => {
      throw new Refusal('conflict');
    });
    expect(await edit({ title: 'Too late' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});
