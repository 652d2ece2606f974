import { contentRpc, engagementRpc, type QuestionView } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

const secret = 'nobody may read this yet';
const hundred = Array.from({ length: 100 });

describe('a question as a visitor sees it', () => {
  const gateway = gatewayForBlock();
  let questions: FakeQuestions;
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
  });

  const locked = (changes: Partial<QuestionView> = {}) => {
    const lock = { isRevealed: false, replyBoostThreshold: 3 };
    const question = questionView({ ...lock, lastNumber: 2, replyCount: 2, ...changes });
    const replies = [1, 2].map((number) =>
      replyView({ questionId: question.id, number, content: null, isRevealed: false, boostThreshold: 3 }),
    );
    return { question: questions.ask(question, replies), replies };
  };
  const page = (id: string, cookie?: string) => gateway.get(`/api/questions/${id}`, cookie);
  const feed = (cookie?: string) => gateway.get('/api/feed', cookie);
  const aRoom = () => {
    const room = new FakeRoom(gateway.services);
    room.say(3);
    const news = (after = 1) => gateway.get(`/api/questions/${room.questionId}/room?after=${after}`);
    return { room, news };
  };
  const readsOfRoom = () => gateway.services.callsOf(contentRpc.roomEntries).length;

  it('the visitor’s form is read once for a hundred simultaneous readers', async () => {
    const { question } = locked();
    const answers = await Promise.all(hundred.map(() => page(question.id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const body = { id: question.id, discussions: [{ number: 1 }, { number: 2 }] };
    expect(answers[0]).toMatchObject({ status: 200, body });
    expect(gateway.services.callsOf(contentRpc.questionPage)).toHaveLength(1);
    const lists = await Promise.all(hundred.map(() => feed()));
    expect(new Set(lists.map(({ text }) => text)).size).toBe(1);
    expect(gateway.services.callsOf(contentRpc.feed).length).toBeLessThan(25);
  });

  it('room entries are read once until the room’s number changes', async () => {
    const { room, news } = aRoom();
    const answers = await Promise.all(hundred.map(() => news()));
    expect(new Set([...answers, await news()].map(({ text }) => text)).size).toBe(1);
    const entries = [{ number: 2 }, { number: 3 }];
    expect(answers[0]).toMatchObject({ status: 200, body: { from: 2, to: 3, entries } });
    const reads = readsOfRoom();
    expect((await news()).status).toBe(200);
    expect(readsOfRoom()).toBe(reads);
    expect((await news(4)).status).toBe(400);
    room.say(1);
    expect((await news()).body).toMatchObject({ from: 2, to: 4, lastNumber: 4 });
    const before = readsOfRoom();
    // A hiding has begun but has taken no number yet.
    room.isHiding = true;
    for (let read = 1; read <= 2; read += 1) {
      await news();
      expect(readsOfRoom()).toBe(before + read);
    }
    room.isGone = true;
    expect(await news()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('room entries that were read during a hiding are not cached', async () => {
    const { room, news } = aRoom();
    for (const [hidden, entry] of [
      [2, 'removed'],
      [null, 'message'],
    ] as const) {
      room.hidden = hidden;
      expect((await news()).body).toMatchObject({ entries: [{ number: 2, entry }, { number: 3 }] });
    }
  });

  it('a page in the visitor’s form contains the last change of its room', async () => {
    const { question } = locked();
    const { id } = question;
    for (const change of [
      { isRevealed: false, description: null },
      { isRevealed: true, description: secret },
    ]) {
      if (change.isRevealed) questions.ask({ ...question, ...change, lastNumber: 3 });
      expect((await page(id)).body).toMatchObject({ id, ...change });
      expect((await feed()).body).toMatchObject([{ id, ...change }]);
    }
    questions.asked.delete(id);
    expect((await page(id)).status).toBe(404);
    expect((await feed()).body).toEqual([]);
    questions.ask(question);
    expect((await page(id)).status).toBe(200);
  });

  it('the visitor’s form is not cached while a hiding runs', async () => {
    const { question, replies } = locked();
    questions.ask({ ...question, pinnedReplyId: replies[1]!.id }, replies);
    const { cookie } = gateway.fan;
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
    // The head reports this hiding.
    questions.ask(question, []);
    questions.isHiding = true;
    expect([await numbers(), await numbers(cookie)]).toEqual([[], []]);
    questions.isHiding = false;
    questions.perAnswer = 1;
    questions.ask({ ...question, lastNumber: 3 }, replies);
    gateway.services.on(contentRpc.repliesBefore, () => ({ replies: [], isCut: false, isHiding: true }));
    expect(await numbers()).toEqual([2]);
    gateway.services.on(contentRpc.repliesBefore, () => ({ replies: [replies[0]], isCut: false, isHiding: false }));
    expect(await numbers()).toEqual([1, 2]);
  });

  it('the viewer’s own fields are added to the visitor’s form for that viewer alone', async () => {
    const [asker, replier] = [gateway.fan, gateway.services.signIn('replier')];
    const { question, replies } = locked({ authorId: asker.person.id });
    questions.own.set(asker.person.id, new Map([[question.id, secret]]));
    questions.own.set(replier.person.id, new Map([[replies[1]!.id, secret]]));
    const others = (await page(question.id)).text;
    expect(others).not.toContain(secret);
    for (const [{ cookie }, isMine, description, content] of [
      [asker, true, secret, null],
      [replier, false, null, secret],
    ] as const) {
      const discussions = [
        { isMine: false, content: null },
        { isMine: !isMine, content },
      ];
      expect((await page(question.id, cookie)).body).toMatchObject({
        ...{ isMine, description, isRevealed: false, discussions },
      });
      expect((await feed(cookie)).body).toMatchObject([{ isMine, description }]);
    }
    for (const cookie of [gateway.services.signIn('other').cookie, undefined]) {
      expect((await page(question.id, cookie)).text).toBe(others);
      expect((await feed(cookie)).text).not.toContain(secret);
    }
    expect(gateway.services.callsOf(contentRpc.questionPage)).toHaveLength(1);
    expect(gateway.services.callsOf(contentRpc.questionViews)).toHaveLength(1);
  });

  it('the visitor’s form includes each boost that this gateway has answered', async () => {
    const { id } = locked().question;
    for (let boostCount = 1; boostCount <= 5; boostCount += 1) {
      gateway.services.on(engagementRpc.setBoost, () => {
        gateway.services.boosts.set(id, boostCount);
        return { isBoosted: true, boostCount, questionId: id, boostPeak: boostCount, hasReachedThreshold: false };
      });
      await gateway.ask('POST', `/api/questions/${id}/boost`, { cookie: gateway.fan.cookie });
      expect((await page(id)).body).toMatchObject({ boostCount });
      expect((await feed()).body).toMatchObject([{ boostCount }]);
      expect((await gateway.get(`/api/boost-status/question/${id}`)).body).toMatchObject({ boostCount });
    }
  });

  it('feed pages beyond 10,000 items are empty, without a call to content', async () => {
    for (const query of ['page=1001', 'page=999999&limit=50&sortBy=boosted'])
      expect(await gateway.get(`/api/feed?${query}`)).toMatchObject({ status: 200, body: [] });
    expect(gateway.services.callsOf(contentRpc.feed)).toEqual([]);
  });

  it('answers with personal data are compressed only for pages of this site', async () => {
    const { id } = locked().question;
    const { cookie } = gateway.fan;
    for (const [coding, accepted, headers] of [
      ['gzip', 'gzip, br', {}],
      [null, 'identity', {}],
      [null, 'gzip', { cookie }],
      [null, 'gzip', { cookie, 'sec-fetch-site': 'cross-site' }],
      ['gzip', 'gzip', { cookie, 'sec-fetch-site': 'same-origin' }],
    ] as const) {
      const asking = { headers: { 'accept-encoding': accepted, ...headers } };
      const answer = await gateway.ask('GET', `/api/questions/${id}`, asking);
      expect(answer).toMatchObject({ status: 200, body: { id } });
      const given = ['content-encoding', 'vary'].map((name) => answer.headers.get(name));
      expect(given).toEqual([coding, 'accept-encoding']);
    }
    const headers = { 'if-none-match': (await page(id)).headers.get('etag') ?? '', 'accept-encoding': 'gzip' };
    const again = await gateway.ask('GET', `/api/questions/${id}`, { headers });
    expect(again).toMatchObject({ status: 304, text: '' });
  });
});
