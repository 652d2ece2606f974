import { randomUUID } from 'node:crypto';
import { contentRpc, type QuestionView } from '@hearsay/contracts';
import { eventually, type TestService } from '@hearsay/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Conversation, contentSettings } from '../content.suite.js';
import { ContentNeighbours } from '../content-neighbours.suite.js';

const neighbours = new ContentNeighbours(contentSettings());
const [maya, tara, amy] = [randomUUID(), randomUUID(), randomUUID()];
const toTara = { targetId: tara };
let service: TestService;
let talk: Conversation;
beforeAll(() => {
  ({ service } = neighbours);
  talk = new Conversation(service, maya, amy);
});

describe('editing a question', () => {
  const edit = (questionId: string, change: object, as: string | null = maya) =>
    service.call(contentRpc.editQuestion, { questionId, ...change }, as);
  const textsWith = async (words: string) =>
    (await service.service.pool.query('select 1 from texts where words like $1', [`%${words}%`])).rows.length;

  it('changes the given fields, shows as edited and erases the earlier words', async () => {
    const question = await talk.ask({ title: 'Tpyo in it?', description: 'first description' });
    const { question: edited } = await edit(question.id, { title: 'Typo in it?' });
    expect(edited).toMatchObject({
      title: 'Typo in it?',
      description: 'first description',
      isEdited: true,
      lastNumber: 1,
    });
    expect((await edit(question.id, { description: null })).question).toMatchObject({
      title: 'Typo in it?',
      description: null,
    });
    expect((await edit(question.id, { description: null })).question.lastNumber).toBe(2);
    expect((await talk.page(question.id, null)).question).toMatchObject({ title: 'Typo in it?', isEdited: true });
    expect([await textsWith('Tpyo'), await textsWith('first description')]).toEqual([0, 0]);
    expect((await service.call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, null)).entries).toEqual([
      { number: 1, entry: 'edited' },
      { number: 2, entry: 'edited' },
    ]);
  });

  it('is allowed only to its author, also an anonymous one', async () => {
    const { id } = await talk.ask({ isAnonymous: true });
    await edit(id, { title: 'Mine all the same?' });
    await expect(edit(id, { title: 'Not mine' }, amy)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(edit(id, { title: 'Not mine' }, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    const pending = await talk.ask(toTara);
    await expect(edit(pending.id, { title: 'Not mine' }, amy)).rejects.toMatchObject({ code: 'not_found' });
    await expect(edit(pending.id, { title: 'Not mine' }, tara)).rejects.toMatchObject({ code: 'forbidden' });
    await edit(pending.id, { title: 'Still pending?' });
  });

  it('is a conflict after the first boost or reply, even a removed reply', async () => {
    const answered = await talk.ask();
    const { id } = await talk.reply(answered.id, 'first');
    await service.call(
      contentRpc.removeContent,
      { contentType: 'discussion', contentId: id, isAmbassador: false },
      amy,
    );
    await expect(edit(answered.id, { title: 'Too late' })).rejects.toMatchObject({ code: 'conflict' });
    const popular = await talk.ask();
    neighbours.boosts.set(popular.id, 1);
    await expect(edit(popular.id, { title: 'Too late' })).rejects.toMatchObject({ code: 'conflict' });
    neighbours.boosts.set(popular.id, 0);
    neighbours.peaks.set(popular.id, 1);
    await expect(edit(popular.id, { title: 'Too late' })).rejects.toMatchObject({ code: 'conflict' });
    const passedOn = await talk.ask();
    neighbours.reposted.add(passedOn.id);
    expect((await edit(passedOn.id, { title: 'Passed on, not boosted?' })).question.title).toBe(
      'Passed on, not boosted?',
    );
  });

  it('is a conflict with a first reply that another process is writing', async () => {
    const { id } = await talk.ask();
    await behindAnother(id, 0, () =>
      expect(edit(id, { title: 'Too late' })).rejects.toMatchObject({ code: 'conflict' }),
    );
    expect((await talk.page(id, null)).question).toMatchObject({
      title: 'Would you tell?',
      isEdited: false,
      lastNumber: 1,
    });
  });
});

describe('a reveal', () => {
  it('opens at the threshold of a reply that another process is pinning', async () => {
    const { id } = await talk.ask();
    await behindAnother(id, 3, async () => expect(await talk.latch(id, 3)).toEqual({ lastNumber: 2 }));
  });
});

const behindAnother = async (questionId: string, threshold: number, act: () => Promise<void>) => {
  const { pool } = service.service;
  const other = await pool.connect();
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
    // The act may fail before the test awaits it.
    acting.catch(() => undefined);
    await eventually('the act waits for the lock', async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]!.waiting > 0;
    });
    await other.query('commit');
    await acting;
  } finally {
    // Closes the connection, so that a failed test holds no lock.
    other.release(true);
  }
};

describe("a person's questions", () => {
  it('are all listed for the author, newest first, in pages', async () => {
    const me = randomUUID();
    const made: QuestionView[] = [];
    for (let index = 0; index < 25; index += 1) {
      const now = new Date(Date.parse('2026-03-01T00:00:00.000Z') + index * 1000).toISOString();
      made.unshift(
        await talk.ask({ isAnonymous: index % 2 === 1, targetId: index % 5 === 0 ? tara : null }, me, { now }),
      );
    }
    const page = async (before: string | null) =>
      (await service.call(contentRpc.ownQuestionsPage, { before }, me)).questions;
    const first = await page(null);
    expect(first.map(({ id }) => id)).toEqual(made.slice(0, 20).map(({ id }) => id));
    expect(first.every(({ isMine }) => isMine)).toBe(true);
    expect((await page(first.at(-1)!.createdAt)).map(({ id }) => id)).toEqual(made.slice(20).map(({ id }) => id));
    expect((await service.call(contentRpc.ownQuestionsPage, { before: null }, randomUUID())).questions).toEqual([]);
  });

  it('of the same time appear on one page', async () => {
    const me = randomUUID();
    const now = '2026-03-02T00:00:00.000Z';
    const made = new Set<string>();
    for (let index = 0; index < 22; index += 1)
      made.add((await talk.ask({ isAnonymous: index % 2 === 1 }, me, { now, idempotencyKey: randomUUID() })).id);
    const { questions } = await service.call(contentRpc.ownQuestionsPage, { before: null }, me);
    expect(new Set(questions.map(({ id }) => id))).toEqual(made);
  });

  it('have a newest one for all readers: named, open and not removed', async () => {
    const me = randomUUID();
    const recent = async () =>
      (await service.call(contentRpc.recentQuestion, { accountId: me }, null)).question?.id ?? null;
    expect(await recent()).toBeNull();
    const [first, second] = [await talk.ask({}, me), await talk.ask({}, me)];
    await talk.ask({ isAnonymous: true }, me);
    await talk.ask(toTara, me);
    expect(await recent()).toBe(second.id);
    await service.call(
      contentRpc.removeContent,
      { contentType: 'question', contentId: second.id, isAmbassador: false },
      me,
    );
    expect(await recent()).toBe(first.id);
  });
});
