import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { eventually, recordStatements, runInGroups } from '@hearsay/testing';
import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { ContentUnderTest, expectRefusal, idsOf } from './content.suite.js';
import { encodeAnchor } from './feeds/feed-anchors.js';

const secret = 'The words that nobody may read yet';
const content = new ContentUnderTest();
const { ask, reply, page, latch, entries, feed, maya, jonas } = content;

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, index) => first + index);
const isSmall = (answer: object) => Buffer.byteLength(JSON.stringify(answer)) < 300 * 1024;

describe('a question', () => {
  it('no row of a post names its anonymous author, but the author finds the post', async () => {
    const ghost = randomUUID();
    const question = await ask({ isAnonymous: true, replyBoostThreshold: 5, description: secret }, ghost);
    expect(question).toMatchObject({ authorId: null, isMine: true });
    const answer = await reply(question.id, secret, ghost, { isAnonymous: true });
    expect(await content.service.everything()).not.toContain(ghost);
    const others = await page(question.id, jonas);
    expect(others.question).toMatchObject({ authorId: null, isMine: false });
    expect(JSON.stringify(others)).not.toContain(ghost);
    expect(await page(question.id, ghost)).toMatchObject({
      question: { isMine: true, description: secret },
      replies: [{ id: answer.id, isMine: true, content: secret }],
    });
    const tags = 'select owner_tag from questions where id = $1 union select owner_tag from replies where id = $2';
    expect(await content.rows(tags, question.id, answer.id)).toHaveLength(1);
    expect(await content.rows('select 1 from questions where not is_anonymous and owner_tag is not null')).toEqual([]);
  });
});

describe('confession mode', () => {
  it('until the latch, only its author can read a description or reply', async () => {
    const question = await ask({ description: secret, replyBoostThreshold: 3 });
    const { id } = await reply(question.id, secret);

    for (const viewer of [null, randomUUID()]) {
      const seen = await page(question.id, viewer);
      expect(seen.replies[0]).toMatchObject({ id, content: null, isRevealed: false, boostThreshold: 3 });
      const all = [seen, await content.call(contentRpc.reply, { id }, viewer), await entries(question.id, viewer)];
      expect(JSON.stringify(all)).not.toContain(secret);
    }
    expect((await page(question.id, maya)).question.description).toBe(secret);
    expect((await page(question.id, jonas)).replies[0]).toMatchObject({ content: secret, isMine: true });

    await latch(question.id, 2);
    expect((await page(question.id)).replies[0]?.content).toBeNull();
    await latch(question.id, 3);
    await latch(question.id, 3);
    const open = await page(question.id);
    expect(open.question).toMatchObject({ description: secret, isRevealed: true, lastNumber: 2 });
    expect(open.replies[0]).toMatchObject({ content: secret, isRevealed: true });
  });

  it('readers see that a description exists, but never its words', async () => {
    const [full, bare] = [await ask({ description: secret, replyBoostThreshold: 3 }), await ask()];
    const { questions } = await content.call(contentRpc.questionViews, { ids: idsOf([full, bare]) }, null);
    expect(questions.map(({ hasDescription, description }) => [hasDescription, description])).toEqual([
      [true, null],
      [false, null],
    ]);
  });

  it('a question keeps the times of approval and opening, and the boosts at opening', async () => {
    const { id, approvedAt } = await ask({ replyBoostThreshold: 3, targetId: jonas });
    expect(approvedAt).toBeNull();
    const approval = { questionId: id, content: 'Not yet', boostThreshold: 2 };
    const pinned = await content.call(contentRpc.approveWithReply, approval, jonas);
    const approved = (await page(id)).question;
    expect(approved.approvedAt).toBe(pinned.reply.createdAt);
    expect(Date.parse(approved.approvedAt!)).toBeGreaterThan(Date.parse(approved.createdAt));
    const pushed = await content.recordRoomMessages(id);
    const openedOf = async () => {
      const { openedAt, openedBoosts } = (await page(id)).question;
      return [openedAt, openedBoosts];
    };
    await latch(id, 2);
    expect(await openedOf()).toEqual([null, null]);
    await latch(id, 4);
    await latch(id, 9);
    const revealed = (await entries(id)).filter((entry) => entry.entry === 'revealed');
    expect(revealed.map(({ revealCount }) => revealCount)).toEqual([2, 4]);
    const [, own] = revealed;
    expect(Date.parse(own!.openedAt!)).toBeGreaterThan(Date.now() - 60_000);
    expect(await openedOf()).toEqual([own!.openedAt, 4]);
    await eventually('both entries pushed', () => pushed.flatMap((room) => room.entries).length === 2);
    expect(pushed.flatMap((room) => room.entries)).toEqual(revealed);
  });
});

describe('own content', () => {
  it('own content is listed only for its author, with locked words', async () => {
    const { id } = await ask({ description: secret, replyBoostThreshold: 3, isAnonymous: true });
    const answer = await reply(id, secret, jonas, { isAnonymous: true });
    const ownOf = (viewer: string | null) => content.call(contentRpc.ownOnPage, { questionId: id }, viewer);
    const room = { lastNumber: 1, isHiding: false, isApproved: true, isAnswered: false, isWatching: false };
    const nothing = { ...room, question: null, replies: [], pinnedReply: null };
    expect(await ownOf(maya)).toEqual({ ...nothing, question: { id, words: secret } });
    expect(await ownOf(jonas)).toEqual({ ...nothing, replies: [{ id: answer.id, words: secret }] });
    expect(await ownOf(randomUUID())).toEqual(nothing);
    expect(await ownOf(null)).toEqual(nothing);
    const mine = (viewer: string) => content.call(contentRpc.ownQuestionWords, { ids: [id, randomUUID()] }, viewer);
    expect((await mine(maya)).questions).toEqual([{ id, words: secret }]);
    expect((await mine(jonas)).questions).toEqual([]);
  });
});

describe('a room', () => {
  const olderThan = async (questionId: string, before: number, limit = 3) =>
    (await content.call(contentRpc.repliesBefore, { questionId, before, limit }, null)).replies.map(
      ({ number }) => number,
    );

  it('room numbers are dense under concurrent writes, and each entry is pushed once', async () => {
    const question = await ask();
    const pushed = await content.recordRoomMessages(question.id);
    await runInGroups(numbers(120), (index) => reply(question.id, `message ${index}`, index % 2 ? maya : jonas));
    const pushedNumbers = () => pushed.flatMap((room) => room.entries.map(({ number }) => number));
    await eventually('all entries pushed', () => pushedNumbers().length === 120);
    expect(pushedNumbers().sort((a, b) => a - b)).toEqual(numbers(120));

    const room = await content.call(contentRpc.roomEntries, { questionId: question.id, after: 20 }, null);
    expect(room.entries.map(({ number }) => number)).toEqual(numbers(100, 21));
    expect(room).toMatchObject({ lastNumber: 120, replyCount: 120 });
  });

  it('a number above the last number of the room is refused', async () => {
    const { id } = await ask();
    await expectRefusal(entries(id, null, 1), 'invalid_input');
  });

  it('replies can be read from the first one, and backwards from any number', async () => {
    const { id } = await ask();
    for (const index of numbers(6)) await reply(id, `message ${index}`);
    const room = await content.call(contentRpc.roomEntries, { questionId: id, after: 0 }, null);
    expect(room.entries.map(({ number }) => number)).toEqual(numbers(6));
    expect(room).toMatchObject({ to: 6, lastNumber: 6 });
    expect(await Promise.all([1, 2, 4, 7, 101].map((before) => olderThan(id, before)))).toEqual([
      [],
      [1],
      [1, 2, 3],
      [4, 5, 6],
      [4, 5, 6],
    ]);
  });

  it('a call returns as many long replies as fit, and the next call later ones', async () => {
    const { id } = await ask();
    // Control characters are the longest in JSON, with six bytes each.
    await runInGroups(numbers(200), () => reply(id, '\u0001'.repeat(500)));
    const read: number[] = [];
    for (let after = 0; after < 200; ) {
      const room = await content.call(contentRpc.roomEntries, { questionId: id, after }, null);
      expect([isSmall(room), room.to]).toEqual([true, room.entries.at(-1)?.number]);
      read.push(...room.entries.map(({ number }) => number));
      after = room.to;
    }
    expect(read).toEqual(numbers(200));

    const seen = await page(id);
    expect([seen.isCut, isSmall(seen), seen.replies.at(-1)?.number]).toEqual([true, true, 200]);
    const before = seen.replies[0]!.number;
    expect((await olderThan(id, before, 50)).at(-1)).toBe(before - 1);
  });

  it('`content-targets` returns which of many contents can be boosted', async () => {
    const question = await ask({ replyBoostThreshold: 3 });
    const { id } = await reply(question.id);
    const items = [
      ['question', question.id],
      ['discussion', id],
      ['discussion', question.id],
      ['podcast', question.id],
      ['question', randomUUID()],
    ].map(([contentType, contentId]) => ({ contentType: contentType as 'question', contentId: contentId! }));
    const { targets } = await content.call(contentRpc.contentTargets, { items }, null);
    expect(targets.map(({ contentType, contentId, thresholds }) => [contentType, contentId, thresholds])).toEqual([
      ['question', question.id, [3]],
      ['discussion', id, []],
    ]);
  });

  it('a reply’s parent must be in the same room', async () => {
    const [one, two] = [await ask(), await ask()];
    const { id: parentReplyId } = await reply(one.id, 'parent');
    await expectRefusal(reply(two.id, 'child', maya, { parentReplyId }), 'invalid_input');
    expect(await reply(one.id, 'child', maya, { parentReplyId })).toMatchObject({ parentReplyId });
  });
});

describe('the feed', () => {
  it('a call returns as many long questions as fit, and the next call later ones', async () => {
    const long = { title: 'T'.repeat(300), description: '\u0001'.repeat(5000) };
    const ids: string[] = [];
    for (let index = 0; index < 20; index += 1) ids.push((await ask(long)).id);
    ids.splice(5, 0, randomUUID());
    const answered: string[] = [];
    for (let from = 0; from < ids.length; ) {
      const views = await content.call(contentRpc.questionViews, { ids: ids.slice(from) }, maya);
      expect([isSmall(views), views.questions.some(({ isMine }) => isMine)]).toEqual([true, false]);
      answered.push(...idsOf(views.questions));
      from += views.to;
    }
    expect(answered).toEqual(ids.filter((_, index) => index !== 5));
  });

  it.each(['recent', 'boosted'] as const)(
    'pages of %s beyond 10,000 items are empty and cost no query',
    async (sort) => {
      const query = jest.spyOn(pg.Pool.prototype, 'query');
      expect(await feed({ sort, page: 1001 })).toEqual({ items: [], anchor: null });
      expect(query.mock.calls.filter(([asked]) => /frozen|recent-items/.test(JSON.stringify(asked)))).toEqual([]);
      query.mockRestore();
    },
  );

  const place = { id: randomUUID(), list: randomUUID(), next: Number.MAX_SAFE_INTEGER, isFollowing: false };
  it.each([
    ['that is broken', 'nonsense'],
    ['at a place that no list reaches', encodeAnchor({ sort: 'boosted', ...place })],
    [
      'in a year that PostgreSQL does not know',
      encodeAnchor({ sort: 'recent', at: '0000-01-01T00:00:00.000Z', ...place }),
    ],
  ] as const)('refuses an anchor %s with anchor_expired', async (_, anchor) => {
    await expectRefusal(feed({ anchor }), 'anchor_expired');
  });
});

/** These statements run for every reply or read. PostgreSQL takes longer to plan them than to run them. */
describe('a frequent statement', () => {
  const question = (contentId: string) => ({ contentType: 'question' as const, contentId });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a reply', (id) => content.reply(id)],
    ['the head of a room', (id) => content.call(contentRpc.roomHeads, { questionIds: [id] }, null)],
    ['the entries of a room', (id) => content.entries(id)],
    ['the question itself', (id) => content.isListed(id)],
    [
      'what can be boosted, and what never was',
      (id) => content.call(contentRpc.contentTargets, { items: [id, randomUUID()].map(question) }, null),
    ],
  ])('PostgreSQL plans it once: %s', async (_what, act) => {
    const { id } = await content.ask();
    await content.reply(id, 'The first.');
    const sent = await recordStatements(() => act(id));
    const about = sent.filter(({ text }) => /\b(?:questions|replies|reveals|room_changes)\b/.test(text));
    expect(about.length).toBeGreaterThan(0);
    expect(about.filter(({ keepsPlan }) => !keepsPlan)).toEqual([]);
  });
});
