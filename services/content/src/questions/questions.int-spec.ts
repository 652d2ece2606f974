import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';

const content = new ContentUnderTest();
const { ask, edit, reply, remove, page, entries, jonas: amy } = content;
const tara = randomUUID();
const toTara = { targetId: tara };

describe('editing a question', () => {
  const textsWith = async (words: string) =>
    (await content.rows('select 1 from texts where words like $1', `%${words}%`)).length;

  it('an edit changes the given fields, marks the question and erases earlier words', async () => {
    const { id } = await ask({ title: 'Tpyo in it?', description: 'first description' });
    const title = 'Typo in it?';
    const edited = { title, description: 'first description', isEdited: true, lastNumber: 1 };
    expect(await edit(id, { title })).toMatchObject(edited);
    expect(await edit(id, { description: null })).toMatchObject({ title, description: null });
    expect((await edit(id, { description: null })).lastNumber).toBe(2);
    expect((await page(id)).question).toMatchObject({ title, isEdited: true });
    expect([await textsWith('Tpyo'), await textsWith('first description')]).toEqual([0, 0]);
    expect(await entries(id)).toEqual([
      { number: 1, entry: 'edited' },
      { number: 2, entry: 'edited' },
    ]);
  });

  it('an edit is allowed only to the named or anonymous author', async () => {
    const { id } = await ask({ isAnonymous: true });
    await edit(id, { title: 'Mine all the same?' });
    await expectRefusal(edit(id, { title: 'Not mine' }, amy), 'forbidden');
    await expectRefusal(edit(id, { title: 'Not mine' }, null), 'unauthenticated');
    const pending = await ask(toTara);
    await expectRefusal(edit(pending.id, { title: 'Not mine' }, amy), 'not_found');
    await expectRefusal(edit(pending.id, { title: 'Not mine' }, tara), 'forbidden');
    await edit(pending.id, { title: 'Still pending?' });
  });

  it('an edit is a conflict after the first boost or reply, even a removed reply', async () => {
    const [answered, popular, repostedOnce] = [await ask(), await ask(), await ask()];
    const { id } = await reply(answered.id);
    await remove('discussion', id, amy);
    await expectRefusal(edit(answered.id, { title: 'Too late' }), 'conflict');
    content.boosts.set(popular.id, 1);
    await expectRefusal(edit(popular.id, { title: 'Too late' }), 'conflict');
    content.boosts.set(popular.id, 0);
    content.peaks.set(popular.id, 1);
    await expectRefusal(edit(popular.id, { title: 'Too late' }), 'conflict');
    content.reposted.add(repostedOnce.id);
    expect((await edit(repostedOnce.id, { title: 'Passed on?' })).title).toBe('Passed on?');
  });

  it('an edit waits for a process that is writing the first reply, then is a conflict', async () => {
    const { id, title } = await ask();
    await behindAnother(id, 0, () => expectRefusal(edit(id, { title: 'Too late' }), 'conflict'));
    expect((await page(id)).question).toMatchObject({ title, isEdited: false, lastNumber: 1 });
  });
});

describe('a reveal', () => {
  it('a reveal waits for a process that is pinning a reply, and opens this reply too', async () => {
    const { id } = await ask();
    await behindAnother(id, 3, async () => expect(await content.latch(id, 3)).toEqual({ lastNumber: 2 }));
  });
});

const behindAnother = async (questionId: string, threshold: number, act: () => Promise<void>) => {
  const other = await content.pool.connect();
  try {
    await other.query('begin');
    const replyId = randomUUID();
    await other.query(
      `update questions set version = version + 1, last_number = 1, reply_count = 1, pinned_reply_id = case when $3 > 0 then $2::uuid end where id = $1`,
      [questionId, replyId, threshold],
    );
    await other.query(
      `insert into replies (id, question_id, number, owner, is_anonymous, text_id, threshold, created_at)
       values ($2, $1, 1, $4, false, $2, $3, now())`,
      [questionId, replyId, threshold, JSON.stringify({ accountId: amy, sealed: null })],
    );
    const acting = act();
    // Catches the error, because the act may fail before the test awaits it.
    acting.catch(() => undefined);
    await eventually('the act waits for the lock', async () => (await content.service.countWaiting()) > 0);
    await other.query('commit');
    await acting;
  } finally {
    // Closes the connection, so that a failed test holds no lock.
    other.release(true);
  }
};

describe("a person's questions", () => {
  const own = async (as: string, before: string | null = null) =>
    (await content.call(contentRpc.ownQuestionsPage, { before }, as)).questions;

  it('own questions are listed in pages, newest first', async () => {
    const me = randomUUID();
    const made: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      const now = new Date(Date.parse('2026-03-01T00:00:00.000Z') + index * 1000).toISOString();
      const over = { isAnonymous: index % 2 === 1, targetId: index % 5 === 0 ? tara : null };
      made.unshift((await ask(over, me, { now })).id);
    }
    const first = await own(me);
    expect(idsOf(first)).toEqual(made.slice(0, 20));
    expect(first.every(({ isMine }) => isMine)).toBe(true);
    expect(idsOf(await own(me, first.at(-1)!.createdAt))).toEqual(made.slice(20));
    expect(await own(randomUUID())).toEqual([]);
  });

  it('a page includes all questions that have the same time as its last question', async () => {
    const me = randomUUID();
    const now = '2026-03-02T00:00:00.000Z';
    const made: string[] = [];
    for (let index = 0; index < 22; index += 1)
      made.push((await ask({ isAnonymous: index % 2 === 1 }, me, { now, idempotencyKey: randomUUID() })).id);
    expect(idsOf(await own(me)).sort()).toEqual(made.sort());
  });

  it('`recent` returns a person’s newest public named question to every viewer', async () => {
    const me = randomUUID();
    const recent = async () =>
      (await content.call(contentRpc.recentQuestion, { accountId: me }, null)).question?.id ?? null;
    expect(await recent()).toBeNull();
    const [first, second] = [await ask({}, me), await ask({}, me)];
    await ask({ isAnonymous: true }, me);
    await ask(toTara, me);
    expect(await recent()).toBe(second.id);
    await remove('question', second.id, me);
    expect(await recent()).toBe(first.id);
  });
});
