import { contentRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { messageEntry, questionView, replyView } from './views.suite.js';

describe('asking and reading', () => {
  let gateway: GatewayUnderTest;
  let questions: FakeQuestions;
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
  });

  describe('questions', () => {
    it('asks: 201, the whole question, the key and the account in the call', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({
        question: questionView({ authorId: fan.person.id, isMine: true, title: 'Why?' }),
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
      expect(answer.body).toMatchObject({
        kind: 'question',
        creator: { username: fan.person.username },
        isMine: true,
        isApproved: true,
      });
      const [call] = gateway.services.callsOf(contentRpc.askQuestion);
      expect(call?.input).toEqual({
        title: 'Why?',
        description: null,
        isAnonymous: false,
        allowAnonymousAnswers: true,
        replyBoostThreshold: 3,
        targetId: null,
      });
      expect(call?.context).toMatchObject({ accountId: fan.person.id, idempotencyKey: 'ask-1' });
    });

    it('takes creatorId null as a normal anonymous post', async () => {
      gateway.services.on(contentRpc.askQuestion, () => ({
        question: questionView({ isAnonymous: true, isMine: true }),
      }));
      const answer = await gateway.ask('POST', '/api/questions', {
        cookie: fan.cookie,
        body: { title: 'Psst', creatorId: null, isAnonymous: true },
      });
      expect(answer).toMatchObject({
        status: 201,
        body: { isAnonymous: true, creatorId: null, creator: null, isMine: true },
      });
    });

    it('answers the page with ETag and 304, and says no-cache', async () => {
      const question = questionView({ authorId: fan.person.id, replyCount: 1, lastNumber: 1 });
      const reply = replyView({ questionId: question.id, authorId: fan.person.id });
      questions.ask(question, [reply]);
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
      const { id } = questions.ask(questionView({ lastNumber: 4, replyCount: 4 }), []);
      gateway.services.on(contentRpc.repliesBefore, ({ before }: { before: number }) => ({
        replies: [replyView({ questionId: id, number: before - 1 })],
        isCut: false,
      }));
      expect(await gateway.ask('GET', `/api/questions/${id}/discussions?before=9&limit=20`)).toMatchObject({
        status: 200,
        body: [{ number: 8 }],
      });
      expect(gateway.services.callsOf(contentRpc.repliesBefore)[0]?.input).toEqual({
        questionId: id,
        before: 9,
        limit: 20,
      });

      gateway.services.on(contentRpc.roomEntries, ({ after }: { after: number }) => ({
        entries: after < 4 ? [messageEntry(id, 4)] : [],
        to: 4,
        lastNumber: 4,
        replyCount: 4,
      }));
      expect(await gateway.ask('GET', `/api/questions/${id}/room?after=3`)).toMatchObject({
        body: { from: 4, to: 4, lastNumber: 4, entries: [{ number: 4, entry: 'message' }] },
      });
      const path = `/api/questions/${id}/room?after=4`;
      const upToDate = await gateway.ask('GET', path);
      expect(upToDate.body).toEqual({ from: 5, to: 4, lastNumber: 4, entries: [] });
      // It is asked again and again, mostly for nothing.
      const etag = upToDate.headers.get('etag') ?? '';
      expect(await gateway.ask('GET', path, { headers: { 'if-none-match': etag } })).toMatchObject({
        status: 304,
        text: '',
      });
      expect(await gateway.ask('GET', `/api/questions/${id}/room`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    });

    it('reads a room from its beginning, and pages before any number', async () => {
      const replies = [1, 2, 3, 4, 5].map((number) => replyView({ number }));
      const question = questionView({ replyCount: 5, lastNumber: 5 });
      questions.ask(
        question,
        replies.map((reply) => ({ ...reply, questionId: question.id })),
      );
      const path = `/api/questions/${question.id}`;
      const numbers = async (before: string) => {
        const answer = await gateway.ask('GET', `${path}/discussions?${before}`);
        return (answer.body as { number: number }[]).map(({ number }) => number);
      };
      expect(await numbers('before=1')).toEqual([]);
      expect(await numbers('before=3')).toEqual([1, 2]);
      expect(await numbers('before=101&limit=100')).toEqual([1, 2, 3, 4, 5]);
      expect((await gateway.ask('GET', `${path}/discussions?before=0`)).status).toBe(400);
      gateway.services.on(contentRpc.roomEntries, () => ({
        entries: [1, 2, 3, 4, 5].map((number) => messageEntry(question.id, number)),
        to: 5,
        lastNumber: 5,
        replyCount: 5,
      }));
      expect(await gateway.ask('GET', `${path}/room?after=0`)).toMatchObject({
        status: 200,
        body: { from: 1, to: 5, lastNumber: 5, entries: [1, 2, 3, 4, 5].map((number) => ({ number })) },
      });
    });

    it('asks on where an answer had no room for all, so that the page is whole', async () => {
      const question = questionView({ replyCount: 5, lastNumber: 5 });
      questions.perAnswer = 2;
      questions.ask(
        question,
        [1, 2, 3, 4, 5].map((number) => replyView({ questionId: question.id, number })),
      );
      const page = await gateway.ask('GET', `/api/questions/${question.id}`);
      expect((page.body as { discussions: { number: number }[] }).discussions.map(({ number }) => number)).toEqual([
        1, 2, 3, 4, 5,
      ]);
      expect(gateway.services.callsOf(contentRpc.repliesBefore).map(({ input }) => input)).toEqual([
        { questionId: question.id, before: 4, limit: 198 },
        { questionId: question.id, before: 2, limit: 196 },
      ]);

      for (let index = 0; index < 4; index += 1) questions.ask(questionView());
      const list = [...questions.asked.values()];
      const feed = await gateway.ask('GET', '/api/feed?limit=5');
      expect((feed.body as { id: string }[]).map(({ id }) => id)).toEqual(list.map((asked) => asked.question.id));
    });

    it('replies by dialog and by chat, each with its own limit', async () => {
      const { id } = questionView();
      gateway.services.on(contentRpc.postReply, ({ questionId }: { questionId: string }) => ({
        reply: replyView({ questionId, authorId: fan.person.id, isMine: true }),
      }));
      const long = 'x'.repeat(400);
      const dialog = await gateway.ask('POST', `/api/questions/${id}/discussions`, {
        cookie: fan.cookie,
        body: { content: long, mediaUrl: null, mediaType: 'text', userId: fan.person.id, parentReplyId: null },
      });
      expect(dialog).toMatchObject({
        status: 201,
        body: { questionId: id, user: { id: fan.person.id }, isMine: true },
      });
      const chat = await gateway.ask('POST', '/api/discussions', {
        cookie: fan.cookie,
        body: { content: long, questionId: id },
      });
      expect(chat).toMatchObject({ status: 400, body: { fields: { content: 'At most 280 characters' } } });
      expect(
        await gateway.ask('POST', '/api/discussions', { cookie: fan.cookie, body: { content: 'hi', questionId: id } }),
      ).toMatchObject({
        status: 201,
      });
    });

    it('shows a message that stands alone with its question’s title, and finds what an id is', async () => {
      const reply = replyView();
      gateway.services.on(contentRpc.reply, () => ({ reply, parentTitle: 'Why?' }));
      expect(await gateway.ask('GET', `/api/discussions/${reply.id}`)).toMatchObject({
        status: 200,
        body: { parentTitle: 'Why?' },
      });
      const location = { contentType: 'discussion', id: reply.id, questionId: reply.questionId };
      gateway.services.on(contentRpc.locate, () => ({ location }));
      expect((await gateway.ask('GET', `/api/content/${reply.id}`)).body).toEqual(location);
      gateway.services.on(contentRpc.locate, () => ({ location: null }));
      expect(await gateway.ask('GET', `/api/content/${reply.id}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    });
  });

  describe('the feed', () => {
    it('answers a plain list and its anchor in a header', async () => {
      const question = questions.ask(questionView({ authorId: fan.person.id }));
      questions.anchor = 'next-page';
      const answer = await gateway.ask('GET', '/api/feed?sortBy=boosted&page=2&limit=1&followersOnly=false');
      expect(answer).toMatchObject({
        status: 200,
        body: [{ id: question.id, activityType: 'created', repostData: null }],
      });
      expect(answer.headers.get('x-feed-anchor')).toBe('next-page');
      expect(gateway.services.callsOf(contentRpc.feed)[0]?.input).toEqual({
        sort: 'boosted',
        anchor: null,
        page: 2,
        limit: 1,
        followersOnly: false,
      });
    });

    it('passes a broken anchor on as 400 anchor_expired', async () => {
      gateway.services.on(contentRpc.feed, () => {
        throw new Refusal('anchor_expired');
      });
      expect(await gateway.ask('GET', '/api/feed?anchor=zzz')).toMatchObject({
        status: 400,
        body: { code: 'anchor_expired' },
      });
    });
  });
});
