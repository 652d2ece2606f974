import { contentRpc, engagementRpc, type QuestionView } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { aGateway } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

const secret = 'nobody may read this yet';

describe('the visitor’s form of questions', () => {
  const gateway = aGateway();
  let questions: FakeQuestions;
  let boosts: Map<string, number>;
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
    boosts = new Map();
    gateway.services.on(
      engagementRpc.contentCounts,
      ({ items }: { items: { contentType: string; contentId: string }[] }) => ({
        counts: items.map((item) => ({
          ...item,
          boostCount: boosts.get(item.contentId) ?? 0,
          repostCount: 0,
          revision: 1,
          isBoosted: false,
          hasReposted: false,
        })),
      }),
    );
    gateway.services.calls.length = 0;
  });

  const locked = (changes: Partial<QuestionView> = {}) => {
    const question = questionView({
      isRevealed: false,
      replyBoostThreshold: 3,
      lastNumber: 2,
      replyCount: 2,
      ...changes,
    });
    const replies = [1, 2].map((number) =>
      replyView({ questionId: question.id, number, content: null, isRevealed: false, boostThreshold: 3 }),
    );
    return { question: questions.ask(question, replies), replies };
  };
  const page = (id: string, cookie?: string) =>
    gateway.ask('GET', `/api/questions/${id}`, cookie === undefined ? {} : { cookie });
  const feed = (cookie?: string) => gateway.ask('GET', '/api/feed', cookie === undefined ? {} : { cookie });

  it('is read once for a crowd', async () => {
    const { question } = locked();
    const answers = await Promise.all(Array.from({ length: 100 }, () => page(question.id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { id: question.id, discussions: [{ number: 1 }, { number: 2 }] },
    });
    expect(gateway.services.callsOf(contentRpc.questionPage)).toHaveLength(1);
  });

  it('is the same for all who wait for the same news of a room', async () => {
    const room = new FakeRoom(gateway.services);
    room.say(3);
    const path = `/api/questions/${room.questionId}/room?after=1`;
    const answers = await Promise.all(Array.from({ length: 100 }, () => gateway.ask('GET', path)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { from: 2, to: 3 } });
    expect((await gateway.ask('GET', `/api/questions/${room.questionId}/room?after=4`)).status).toBe(400);
  });

  it('is read once for a state of a room, and again with its next number', async () => {
    const room = new FakeRoom(gateway.services);
    room.say(3);
    const news = async () => (await gateway.ask('GET', `/api/questions/${room.questionId}/room?after=1`)).body;
    const first = await news();
    expect(await news()).toEqual(first);
    expect(first).toMatchObject({ from: 2, to: 3, entries: [{ number: 2 }, { number: 3 }] });
    expect(gateway.services.callsOf(contentRpc.roomEntries)).toHaveLength(1);
    room.say(1);
    expect(await news()).toMatchObject({ from: 2, to: 4, lastNumber: 4 });
    expect(gateway.services.callsOf(contentRpc.roomEntries)).toHaveLength(2);
    // Something is being removed that has taken no number yet.
    room.isHiding = true;
    await news();
    await news();
    expect(gateway.services.callsOf(contentRpc.roomEntries)).toHaveLength(4);
    room.isGone = true;
    expect(await gateway.ask('GET', `/api/questions/${room.questionId}/room?after=1`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('is never from before a change of the room, on any gateway', async () => {
    const { question } = locked();
    expect((await page(question.id)).body).toMatchObject({ isRevealed: false, description: null });
    expect((await feed()).body).toMatchObject([{ id: question.id, isRevealed: false, description: null }]);
    questions.ask({ ...question, isRevealed: true, description: secret, lastNumber: 3 });
    expect((await page(question.id)).body).toMatchObject({ isRevealed: true, description: secret, discussions: [] });
    expect((await feed()).body).toMatchObject([{ isRevealed: true, description: secret }]);
    questions.asked.delete(question.id);
    expect((await page(question.id)).status).toBe(404);
    expect((await feed()).body).toEqual([]);
  });

  it('is not cached during a hiding, whose undoing takes no number', async () => {
    const { question, replies } = locked();
    questions.ask({ ...question, pinnedReplyId: replies[1]!.id }, replies);
    const { cookie } = gateway.services.signIn('reader');
    const numbers = async (as?: string) => {
      const { discussions } = (await page(question.id, as)).body as { discussions: { number: number }[] };
      return discussions.map(({ number }) => number);
    };
    const pinned = async () => ((await feed()).body as { pinnedReplyId: string | null }[])[0]?.pinnedReplyId;
    // The hiding begins after the head was read, and is undone before the next read.
    questions.hidden.add(replies[1]!.id);
    expect([await numbers(), await numbers(cookie), await pinned()]).toEqual([[1], [1], null]);
    questions.hidden.clear();
    expect([await numbers(), await numbers(cookie), await pinned()]).toEqual([[1, 2], [1, 2], replies[1]!.id]);
    questions.perAnswer = 1;
    questions.ask({ ...question, lastNumber: 3 }, replies);
    gateway.services.on(contentRpc.repliesBefore, () => ({ replies: [], isCut: false, isHiding: true }));
    expect(await numbers()).toEqual([2]);
    gateway.services.on(contentRpc.repliesBefore, () => ({ replies: [replies[0]], isCut: false, isHiding: false }));
    expect(await numbers()).toEqual([1, 2]);
  });

  it('has news of a room only as read outside of hidings', async () => {
    const room = new FakeRoom(gateway.services);
    room.say(3);
    const news = async () => (await gateway.ask('GET', `/api/questions/${room.questionId}/room?after=1`)).body;
    room.hidden = 2;
    expect(await news()).toMatchObject({ entries: [{ number: 2, entry: 'removed' }, { number: 3 }] });
    room.hidden = null;
    expect(await news()).toMatchObject({ entries: [{ number: 2, entry: 'message' }, { number: 3 }] });
  });

  it('gets the viewer’s own fields on top, for that viewer alone', async () => {
    const [asker, replier] = [gateway.services.signIn('asker'), gateway.services.signIn('replier')];
    const { question, replies } = locked({ authorId: asker.person.id });
    questions.own.set(asker.person.id, new Map([[question.id, secret]]));
    questions.own.set(replier.person.id, new Map([[replies[1]!.id, secret]]));
    const others = (await page(question.id)).text;
    expect(others).not.toContain(secret);
    expect(await page(question.id, asker.cookie)).toMatchObject({
      body: {
        isMine: true,
        description: secret,
        isRevealed: false,
        discussions: [{ isMine: false, content: null }, { isMine: false }],
      },
    });
    expect(await page(question.id, replier.cookie)).toMatchObject({
      body: {
        isMine: false,
        description: null,
        discussions: [
          { isMine: false, content: null },
          { isMine: true, content: secret },
        ],
      },
    });
    expect((await feed(asker.cookie)).body).toMatchObject([{ isMine: true, description: secret }]);
    expect((await feed(replier.cookie)).body).toMatchObject([{ isMine: false, description: null }]);
    expect((await page(question.id, gateway.services.signIn('other').cookie)).text).toBe(others);
    expect((await page(question.id)).text).toBe(others);
    expect((await feed()).text).not.toContain(secret);
    expect(gateway.services.callsOf(contentRpc.questionPage)).toHaveLength(1);
    expect(gateway.services.callsOf(contentRpc.questionViews)).toHaveLength(1);
  });

  it('includes every boost that this gateway has answered', async () => {
    const { question } = locked();
    const { cookie } = gateway.services.signIn('fan');
    for (let count = 1; count <= 5; count += 1) {
      gateway.services.on(engagementRpc.setBoost, () => {
        boosts.set(question.id, count);
        return {
          isBoosted: true,
          boostCount: count,
          questionId: question.id,
          boostPeak: count,
          hasReachedThreshold: false,
        };
      });
      await gateway.ask('POST', `/api/questions/${question.id}/boost`, { cookie });
      expect((await page(question.id)).body).toMatchObject({ boostCount: count });
      expect((await feed()).body).toMatchObject([{ boostCount: count }]);
      expect((await gateway.ask('GET', `/api/boost-status/question/${question.id}`)).body).toMatchObject({
        boostCount: count,
      });
    }
  });

  it('is 404 for missing questions, for a short time', async () => {
    const id = uuidv7();
    expect((await page(id)).status).toBe(404);
    questions.ask(questionView({ id }));
    expect((await page(id)).status).toBe(200);
  });

  it('has no pages beyond 10,000 items, without a call to content', async () => {
    expect(await gateway.ask('GET', '/api/feed?page=1001')).toMatchObject({ status: 200, body: [] });
    expect(await gateway.ask('GET', '/api/feed?page=999999&limit=50&sortBy=boosted')).toMatchObject({
      status: 200,
      body: [],
    });
    expect(gateway.services.callsOf(contentRpc.feed)).toEqual([]);
  });

  it('is compressed on request, and with personal data only for own pages', async () => {
    const { question } = locked();
    const { cookie } = gateway.services.signIn('fan');
    const path = `/api/questions/${question.id}`;
    const asked = async (headers: Record<string, string>) => {
      const { status, headers: received, text } = await gateway.ask('GET', path, { headers });
      return {
        status,
        coding: received.get('content-encoding'),
        vary: received.get('vary'),
        id: (JSON.parse(text) as { id: string }).id,
      };
    };
    const plain = { status: 200, coding: null, vary: 'accept-encoding', id: question.id };
    expect(await asked({ 'accept-encoding': 'gzip, br' })).toEqual({ ...plain, coding: 'gzip' });
    expect(await asked({ 'accept-encoding': 'identity' })).toEqual(plain);
    expect(await asked({ 'accept-encoding': 'gzip', cookie })).toEqual(plain);
    expect(await asked({ 'accept-encoding': 'gzip', cookie, 'sec-fetch-site': 'cross-site' })).toEqual(plain);
    expect(await asked({ 'accept-encoding': 'gzip', cookie, 'sec-fetch-site': 'same-origin' })).toEqual({
      ...plain,
      coding: 'gzip',
    });
    const etag = (await page(question.id)).headers.get('etag') ?? '';
    const again = await gateway.ask('GET', path, { headers: { 'if-none-match': etag, 'accept-encoding': 'gzip' } });
    expect(again).toMatchObject({ status: 304, text: '' });
  });
});
