import { randomUUID } from 'node:crypto';
import { contentRpc, type LiveRoom, liveSubjects } from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually, inGroups, startTestService, tableRows } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { content } from './content.definition.js';
import { Conversation, contentSettings } from './content.suite.js';
import { encodeAnchor } from './feeds/feed-anchors.js';

let talk: Conversation;
const settings = contentSettings();
const maya = randomUUID();
const jonas = randomUUID();
const secret = 'The words that nobody may read yet';

const content1 = aService(() => startTestService(content, settings));
beforeAll(() => {
  talk = new Conversation(content1, maya, jonas);
});

const ask = (...wish: Parameters<Conversation['ask']>) => talk.ask(...wish);
const reply = (...wish: Parameters<Conversation['reply']>) => talk.reply(...wish);
const page = (questionId: string, as: string | null) => talk.page(questionId, as);
const latch = (questionId: string, boostPeak: number) => talk.latch(questionId, boostPeak);

describe('a question', () => {
  it('appears on its page and first in the recent feed at once', async () => {
    const question = await ask({ title: 'First of all?' });
    expect(question).toMatchObject({
      title: 'First of all?',
      authorId: maya,
      isMine: true,
      isRevealed: true,
      lastNumber: 0,
    });
    const feed = await content1.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 1, limit: 10 }, null);
    expect(feed.items[0]).toMatchObject({ kind: 'question', activityType: 'created', id: question.id, lastNumber: 0 });
  });

  it('is asked once however often the same key repeats the call', async () => {
    const idempotencyKey = randomUUID();
    const [first, second] = await Promise.all([ask({}, maya, { idempotencyKey }), ask({}, maya, { idempotencyKey })]);
    const third = await ask({}, maya, { idempotencyKey });
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    await expect(ask({ title: 'Another?' }, maya, { idempotencyKey })).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('shows an anonymous author only to the author', async () => {
    const question = await ask({ isAnonymous: true });
    expect(question).toMatchObject({ authorId: null, isMine: true });
    const other = await page(question.id, jonas);
    expect(other.question).toMatchObject({ authorId: null, isMine: false });
    expect(JSON.stringify(other)).not.toContain(maya);
    const events = await content1.service.pool.query('select stream, data, meta from events where stream = $1', [
      `question-${question.id}`,
    ]);
    expect(JSON.stringify(events.rows)).not.toContain(maya);
  });

  it('and its replies name no anonymous author in a row, yet authors find them', async () => {
    const ghost = randomUUID();
    const question = await ask({ isAnonymous: true, replyBoostThreshold: 5, description: secret }, ghost);
    const answer = await reply(question.id, secret, ghost, { isAnonymous: true });
    const { pool } = content1.service;
    const { rows: tables } = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables) expect(JSON.stringify((await tableRows(pool, [name]))[name])).not.toContain(ghost);
    expect(await page(question.id, ghost)).toMatchObject({
      question: { isMine: true, description: secret },
      replies: [{ id: answer.id, isMine: true, content: secret }],
    });
    const tags = await pool.query(
      'select owner_tag from questions where id = $1 union select owner_tag from replies where id = $2',
      [question.id, answer.id],
    );
    expect(tags.rows).toHaveLength(1);
    expect((await pool.query('select 1 from questions where not is_anonymous and owner_tag is not null')).rows).toEqual(
      [],
    );
  });

  it('is not found if it does not exist', async () => {
    await expect(page(randomUUID(), null)).rejects.toMatchObject({ code: 'not_found' });
    await expect(reply(randomUUID(), 'hello')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('confession mode', () => {
  it('hides description and replies from all but their authors until the latch', async () => {
    const question = await ask({ description: secret, replyBoostThreshold: 3 });
    const { id } = await reply(question.id, secret);

    for (const viewer of [null, randomUUID()]) {
      const seen = await page(question.id, viewer);
      expect(JSON.stringify(seen)).not.toContain(secret);
      expect(seen.replies[0]).toMatchObject({ id, content: null, isRevealed: false, boostThreshold: 3 });
      expect(JSON.stringify(await content1.call(contentRpc.reply, { id }, viewer))).not.toContain(secret);
      expect(
        JSON.stringify(await content1.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, viewer)),
      ).not.toContain(secret);
    }
    expect((await page(question.id, maya)).question.description).toBe(secret);
    expect((await page(question.id, jonas)).replies[0]).toMatchObject({ content: secret, isMine: true });

    await latch(question.id, 2);
    expect((await page(question.id, null)).replies[0]?.content).toBeNull();
    await latch(question.id, 3);
    await latch(question.id, 3);
    const open = await page(question.id, null);
    expect(open.question).toMatchObject({ description: secret, isRevealed: true, lastNumber: 2 });
    expect(open.replies[0]).toMatchObject({ content: secret, isRevealed: true });
  });
});

describe('own content', () => {
  it('is listed only for its author, with locked words', async () => {
    const question = await ask({ description: secret, replyBoostThreshold: 3, isAnonymous: true });
    const { id } = await reply(question.id, secret, jonas, { isAnonymous: true });
    const ownOf = (viewer: string | null) => content1.call(contentRpc.ownOnPage, { questionId: question.id }, viewer);
    const nothing = {
      lastNumber: 1,
      isHiding: false,
      isApproved: true,
      question: null,
      replies: [],
      pinnedReply: null,
    };
    expect(await ownOf(maya)).toEqual({ ...nothing, question: { id: question.id, words: secret } });
    expect(await ownOf(jonas)).toEqual({ ...nothing, replies: [{ id, words: secret }] });
    expect(await ownOf(randomUUID())).toEqual(nothing);
    expect(await ownOf(null)).toEqual(nothing);
    const mine = (viewer: string) =>
      content1.call(contentRpc.ownQuestions, { ids: [question.id, randomUUID()] }, viewer);
    expect((await mine(maya)).questions).toEqual([{ id: question.id, words: secret }]);
    expect((await mine(jonas)).questions).toEqual([]);
  });
});

describe('a room', () => {
  it('has dense numbers under concurrent writes and pushes each entry once', async () => {
    const question = await ask();
    const pushed: number[] = [];
    const subscription = subscribeLive<LiveRoom>(
      content1.connection,
      `${content1.prefix}${liveSubjects.room(question.id)}`,
      (room) => pushed.push(...room.entries.map((entry) => entry.number)),
    );
    await content1.connection.flush();
    await inGroups(Array.from({ length: 120 }), (_, index) =>
      reply(question.id, `message ${index}`, index % 2 ? maya : jonas),
    );
    await eventually('all entries pushed', () => pushed.length === 120);
    subscription.unsubscribe();
    expect([...pushed].sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));

    const room = await content1.call(contentRpc.roomEntries, { questionId: question.id, after: 20 }, null);
    expect(room.entries.map((entry) => entry.number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 21));
    expect(room).toMatchObject({ lastNumber: 120, replyCount: 120 });
  });

  it('refuses a number above its last one', async () => {
    const question = await ask();
    await expect(
      content1.call(contentRpc.roomEntries, { questionId: question.id, after: 1 }, null),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('pages back through older replies', async () => {
    const question = await ask();
    for (let index = 1; index <= 5; index += 1) await reply(question.id, `message ${index}`);
    const older = await content1.call(contentRpc.repliesBefore, { questionId: question.id, before: 4, limit: 2 }, null);
    expect(older.replies.map((reply) => reply.content)).toEqual(['message 2', 'message 3']);
  });

  it('is read from its beginning, and before any number', async () => {
    const question = await ask();
    for (let index = 1; index <= 6; index += 1) await reply(question.id, `message ${index}`);
    const room = await content1.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, null);
    expect(room.entries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(room).toMatchObject({ to: 6, lastNumber: 6 });
    const numbersBefore = async (before: number, limit = 3) => {
      const found = await content1.call(contentRpc.repliesBefore, { questionId: question.id, before, limit }, null);
      return found.replies.map(({ number }) => number);
    };
    expect(await numbersBefore(1)).toEqual([]);
    expect(await numbersBefore(2)).toEqual([1]);
    expect(await numbersBefore(4)).toEqual([1, 2, 3]);
    expect(await numbersBefore(7)).toEqual([4, 5, 6]);
    expect(await numbersBefore(101)).toEqual([4, 5, 6]);
  });

  it('answers as many long replies as fit a message, then the rest', async () => {
    const question = await ask();
    // A control character takes six bytes in JSON.
    const long = '\u0001'.repeat(500);
    await inGroups(Array.from({ length: 200 }), () => reply(question.id, long));
    const numbers: number[] = [];
    for (let after = 0; after < 200; ) {
      const room = await content1.call(contentRpc.roomEntries, { questionId: question.id, after }, null);
      expect(Buffer.byteLength(JSON.stringify(room))).toBeLessThan(300 * 1024);
      expect(room.to).toBe(room.entries.at(-1)?.number);
      numbers.push(...room.entries.map(({ number }) => number));
      after = room.to;
    }
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));

    const seen = await page(question.id, null);
    expect(seen.isCut).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(seen))).toBeLessThan(300 * 1024);
    expect(seen.replies.at(-1)?.number).toBe(200);
    const before = seen.replies[0]!.number;
    const older = await content1.call(contentRpc.repliesBefore, { questionId: question.id, before, limit: 50 }, null);
    expect(older.replies.at(-1)?.number).toBe(before - 1);
  });

  it('answers which of many contents can be boosted', async () => {
    const question = await ask({ replyBoostThreshold: 3 });
    const { id } = await reply(question.id, 'hello');
    const items = [
      { contentType: 'question' as const, contentId: question.id },
      { contentType: 'discussion' as const, contentId: id },
      { contentType: 'discussion' as const, contentId: question.id },
      { contentType: 'podcast' as const, contentId: question.id },
      { contentType: 'question' as const, contentId: randomUUID() },
    ];
    const { targets } = await content1.call(contentRpc.boostTargets, { items }, null);
    expect(targets.map(({ contentType, contentId, thresholds }) => [contentType, contentId, thresholds])).toEqual([
      ['question', question.id, [3]],
      ['discussion', id, []],
    ]);
  });

  it('takes only its own replies as parents', async () => {
    const [one, two] = [await ask(), await ask()];
    const parent = await reply(one.id, 'parent');
    await expect(reply(two.id, 'child', maya, { parentReplyId: parent.id })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await reply(one.id, 'child', maya, { parentReplyId: parent.id })).toMatchObject({
      parentReplyId: parent.id,
    });
  });
});

describe('the feed', () => {
  it('neither repeats nor skips by anchor while new questions arrive', async () => {
    const ids = [];
    for (let index = 0; index < 25; index += 1) ids.unshift((await ask({ title: `Feed ${index}` })).id);
    const seen: string[] = [];
    let anchor: string | null = null;
    do {
      const next: Awaited<ReturnType<typeof feedPage>> = await feedPage(anchor);
      seen.push(...next.items.map((question) => question.id));
      anchor = next.anchor;
      await ask({ title: 'In between' });
    } while (anchor !== null && seen.length < 30);
    expect(seen.slice(0, 25)).toEqual(ids);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('answers as many long questions as fit, in order of ids, then the rest', async () => {
    const long = { title: 'T'.repeat(300), description: '\u0001'.repeat(5000) };
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) ids.push((await ask(long)).id);
    ids.splice(5, 0, randomUUID());
    const answered: string[] = [];
    for (let from = 0; from < ids.length; ) {
      const views = await content1.call(contentRpc.questionViews, { ids: ids.slice(from) }, maya);
      expect(Buffer.byteLength(JSON.stringify(views))).toBeLessThan(300 * 1024);
      expect(views.questions.every(({ isMine }) => !isMine)).toBe(true);
      answered.push(...views.questions.map(({ id }) => id));
      from += views.to;
    }
    expect(answered).toEqual(ids.filter((_, index) => index !== 5));
  });

  it.each(['recent', 'boosted'] as const)(
    'has empty pages of %s beyond 10,000 items, without a query',
    async (sort) => {
      const query = jest.spyOn(pg.Pool.prototype, 'query');
      const deep = await content1.call(contentRpc.feed, { sort, anchor: null, page: 1001, limit: 10 }, null);
      expect(deep).toEqual({ items: [], anchor: null });
      expect(query.mock.calls.filter(([asked]) => /frozen|recent-items/.test(JSON.stringify(asked)))).toEqual([]);
      query.mockRestore();
    },
  );

  it.each(['recent', 'boosted'] as const)('answers a broken anchor of %s with anchor_expired', async (sort) => {
    await expect(
      content1.call(contentRpc.feed, { sort, anchor: 'nonsense', page: 1, limit: 10 }, null),
    ).rejects.toMatchObject({
      code: 'anchor_expired',
    });
  });

  it.each([
    [
      'at a place that no list reaches',
      { sort: 'boosted', list: randomUUID(), next: Number.MAX_SAFE_INTEGER, isFollowing: false },
    ],
    [
      'in a year that PostgreSQL does not know',
      { sort: 'recent', at: '0000-01-01T00:00:00.000Z', id: randomUUID(), isFollowing: false },
    ],
  ] as const)('answers an anchor %s with anchor_expired', async (_, anchor) => {
    await expect(feedPage(encodeAnchor(anchor))).rejects.toMatchObject({ code: 'anchor_expired' });
  });

  const feedPage = (anchor: string | null) =>
    content1.call(contentRpc.feed, { sort: 'recent', anchor, page: 1, limit: 10 }, null);
});
