import { randomUUID } from 'node:crypto';
import { AccountHidden, AccountShown, contentRpc } from '@hearsay/contracts';
import {
  type EventSource,
  eventually,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  tableRows,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { eraseWords } from '../removals/erasures.sql.js';

let service: TestService;
let talk: Conversation;
let identity: EventSource;
const settings = contentSettings();
const maya = randomUUID();

beforeAll(async () => {
  service = await startTestService(content, settings);
  talk = new Conversation(service, maya, maya);
  identity = await startEventSource('identity', service.connection, service.prefix);
});
afterAll(async () => {
  await identity.stop();
  await service.stop();
});

const hide = (accountId: string, removalId: string, cause: 'wipe' | 'account' = 'wipe') =>
  service.call(contentRpc.hideContentOf, { accountId, removalId, cause }, null);
const show = (removalId: string) => service.call(contentRpc.showContentOf, { removalId }, null);
const progress = async (removalId: string) =>
  (await service.call(contentRpc.hidingProgress, { removalIds: [removalId] }, null)).hidings[0];
const finished = (removalId: string) =>
  eventually('the job has done its work', async () => (await progress(removalId))?.isRunning === false);
const isSeen = async (questionId: string, viewer: string | null = null) =>
  (await service.call(contentRpc.questionViews, { ids: [questionId] }, viewer)).questions.length === 1;
const repliesOf = async (questionId: string) => (await talk.page(questionId, null)).replies.map(({ id }) => id);

const somebody = async () => {
  const accountId = randomUUID();
  const room = await talk.ask();
  const own = await talk.ask({}, accountId);
  const ghost = await talk.ask({ isAnonymous: true }, accountId);
  const reply = await talk.reply(room.id, 'by name', accountId);
  const whisper = await talk.reply(room.id, 'without a name', accountId, { isAnonymous: true });
  const underOwn = await talk.reply(own.id, 'by another', maya);
  return { accountId, room, own, ghost, reply, whisper, underOwn };
};

describe('hiding all posts of a person', () => {
  it('removes named posts from every read at once, then each by a removal', async () => {
    const { accountId, room, own, reply, underOwn } = await somebody();
    const removalId = randomUUID();
    const counts = { questions: 1, discussions: 1, podcasts: 0 };
    expect((await service.call(contentRpc.countPostsOf, { accountId }, null)).counts).toEqual(counts);
    expect(await hide(accountId, removalId)).toEqual({ counts });

    for (const viewer of [null, accountId, maya]) {
      await expect(talk.page(own.id, viewer)).rejects.toMatchObject({ code: 'not_found' });
      expect((await talk.page(room.id, viewer)).replies.map(({ id }) => id)).not.toContain(reply.id);
      await expect(service.call(contentRpc.reply, { id: underOwn.id }, viewer)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    await finished(removalId);
    expect(await progress(removalId)).toEqual({ removalId, done: 2, total: 2, isRunning: false });
    const { entries } = await service.call(contentRpc.roomEntries, { questionId: room.id, after: 0 }, null);
    expect(entries.filter(({ entry }) => entry === 'removed').length).toBeGreaterThanOrEqual(2);
    expect((await service.call(contentRpc.roomHeads, { questionIds: [room.id] }, null)).rooms[0]).toMatchObject({
      isHiding: false,
    });
  });

  it('leaves anonymous posts alone and writes nothing about them', async () => {
    const { accountId, room, ghost, whisper } = await somebody();
    const about = async () => {
      const tables = ['questions', 'replies', 'texts', 'erasures'];
      const rows = await tableRows(service.service.pool, tables);
      const ids = [ghost.id, whisper.id, ghost.title, 'without a name'];
      return tables.map((table) => rows[table]!.filter((row) => ids.some((id) => row.includes(id))));
    };
    const before = await about();
    for (const cause of ['wipe', 'account'] as const) {
      const removalId = randomUUID();
      await hide(accountId, removalId, cause);
      await finished(removalId);
      expect([await isSeen(ghost.id), (await repliesOf(room.id)).includes(whisper.id)]).toEqual([true, true]);
      await show(removalId);
      await finished(removalId);
    }
    expect(await about()).toEqual(before);
  });

  it('is undone exactly: earlier removals stay, later posts were never hidden', async () => {
    const { accountId, room, own, reply, underOwn } = await somebody();
    const before = await talk.reply(room.id, 'deleted before', accountId);
    await service.call(
      contentRpc.removeContent,
      { contentType: 'discussion', contentId: before.id, isAmbassador: false },
      accountId,
    );
    const removalId = randomUUID();
    await hide(accountId, removalId);
    const after = await talk.reply(room.id, 'said after it', accountId);
    await finished(removalId);
    expect(await repliesOf(room.id)).toContain(after.id);

    await show(removalId);
    await show(removalId);
    await finished(removalId);
    await eventually('all is back', async () => {
      const ids = await repliesOf(room.id);
      return [reply.id, after.id].every((id) => ids.includes(id)) && (await isSeen(own.id));
    });
    expect(await repliesOf(room.id)).not.toContain(before.id);
    expect(await repliesOf(own.id)).toEqual([underOwn.id]);
    expect(
      (await service.service.pool.query('select 1 from erasures where content_id = any($1)', [[own.id, reply.id]]))
        .rows,
    ).toEqual([]);
  });

  it('changes nothing when repeated, and an unknown one cannot be undone', async () => {
    const { accountId } = await somebody();
    const removalId = randomUUID();
    await Promise.all([hide(accountId, removalId), hide(accountId, removalId)]);
    await finished(removalId);
    const events = () =>
      service.service.pool.query(
        "select 1 from events where type = 'AccountContentHidden' and data ->> 'removalId' = $1",
        [removalId],
      );
    await hide(accountId, removalId);
    expect((await events()).rows).toHaveLength(1);
    await expect(show(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps posts of an earlier hiding hidden when a later one is undone', async () => {
    const { accountId, own } = await somebody();
    const [first, second] = [randomUUID(), randomUUID()];
    await hide(accountId, first);
    await finished(first);
    const later = await talk.ask({}, accountId);
    await hide(accountId, second, 'account');
    await finished(second);
    await show(second);
    await finished(second);
    expect([await isSeen(own.id), await isSeen(later.id)]).toEqual([false, true]);
    await show(first);
    await finished(first);
    expect([await isSeen(own.id), await isSeen(later.id)]).toEqual([true, true]);
  });
});

describe('posts that are being restored', () => {
  it('are taken by a hiding that begins then, and return with its end', async () => {
    const { accountId, own, reply, room } = await somebody();
    const [first, second] = [randomUUID(), randomUUID()];
    await hide(accountId, first);
    await finished(first);
    await service.service.pool.query('update hidings set is_shown = true, is_running = true where removal_id = $1', [
      first,
    ]);
    await hide(accountId, second);
    expect(await isSeen(own.id)).toBe(false);
    await finished(second);
    await finished(first);
    expect([await isSeen(own.id), (await repliesOf(room.id)).includes(reply.id)]).toEqual([false, false]);
    await show(second);
    await finished(second);
    expect([await isSeen(own.id), (await repliesOf(room.id)).includes(reply.id)]).toEqual([true, true]);
  });

  it('stay hidden with a deleted account until it returns', async () => {
    const { accountId, own } = await somebody();
    const [wiped, deleted] = [randomUUID(), randomUUID()];
    await hide(accountId, wiped);
    await finished(wiped);
    await hide(accountId, deleted, 'account');
    await finished(deleted);
    await show(wiped);
    expect(await isSeen(own.id)).toBe(false);
    await finished(wiped);
    await finished(deleted);
    expect(await isSeen(own.id)).toBe(false);
    await show(deleted);
    await finished(deleted);
    expect(await isSeen(own.id)).toBe(true);
  });
});

describe('the posts of a deleted account', () => {
  it('go and return with it', async () => {
    const { accountId, own, reply, room } = await somebody();
    const removalId = randomUUID();
    const fact = (definition: typeof AccountHidden | typeof AccountShown, revision: number) =>
      sourceFact(
        definition,
        { accountId, removalId, revision },
        { at: new Date().toISOString(), routingId: accountId },
      );
    await identity.publish(fact(AccountHidden, 1));
    await eventually('all is gone', async () => {
      const ids = await repliesOf(room.id);
      return !(await isSeen(own.id)) && !ids.includes(reply.id);
    });
    await finished(removalId);
    await identity.publish(fact(AccountShown, 2));
    await eventually('all is back', async () => {
      const ids = await repliesOf(room.id);
      return (await isSeen(own.id)) && ids.includes(reply.id);
    });
  });
});

describe('words of removed posts', () => {
  it('are erased only when they are due', async () => {
    const now = new Date(Date.now() - 73 * 3600 * 1000).toISOString();
    const question = await talk.ask({ title: 'Old words?', description: 'old description' });
    await talk.reply(question.id, 'old reply');
    const kept = await talk.ask({ title: 'Kept words?' });
    const { pool } = service.service;
    const words = async () =>
      (await pool.query<{ words: string }>("select words from texts where words ~* '^(old|kept) '")).rows;
    expect(await words()).toHaveLength(4);
    await service.call(
      contentRpc.removeContent,
      { contentType: 'question', contentId: kept.id, isAmbassador: false },
      maya,
    );
    await service.call(
      contentRpc.removeContent,
      { contentType: 'question', contentId: question.id, isAmbassador: false },
      maya,
      { now },
    );
    await eraseWords(pool);
    expect(await words()).toEqual([{ words: 'Kept words?' }]);
  });

  it('wait for a late restore, and go if none is under way', async () => {
    const { pool } = service.service;
    const [returning, gone] = [await somebody(), await somebody()];
    const [removalId, standing] = [randomUUID(), randomUUID()];
    await hide(returning.accountId, removalId);
    await hide(gone.accountId, standing);
    await Promise.all([finished(removalId), finished(standing)]);
    const posts = [returning, gone].flatMap(({ own, reply }) => [own.id, reply.id]);
    const erasures = async () => {
      const { rows } = await pool.query<{ id: string }>(
        'select content_id as id from erasures where content_id = any($1)',
        [posts],
      );
      return rows.map(({ id }) => id).sort();
    };
    expect(await erasures()).toEqual([...posts].sort());
    await pool.query('update hidings set is_shown = true where removal_id = $1', [removalId]);
    await pool.query('update erasures set due_at = now() where content_id = any($1)', [posts]);
    await eraseWords(pool);
    expect(await erasures()).toEqual(posts.slice(0, 2).sort());

    await pool.query('update hidings set is_running = true where removal_id = $1', [removalId]);
    await hide(randomUUID(), randomUUID());
    await service.settled(identity);
    expect(await isSeen(returning.own.id)).toBe(true);
    const words = new Map(
      (await talk.page(returning.room.id, null)).replies.map(({ id, content: said }) => [id, said]),
    );
    expect(words.get(returning.reply.id)).toBe('by name');
  });
});
