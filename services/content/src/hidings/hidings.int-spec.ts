import { randomUUID } from 'node:crypto';
import { AccountHidden, AccountShown, contentRpc } from '@hearsay/contracts';
import { accountFact, eventually, tableRows } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';
import { eraseWords } from '../removals/erasures.sql.js';
import { HidingQueries } from './hiding.queries.js';
import { HidingRunner } from './hiding-work.js';

const content = new ContentUnderTest('identity');
const { ask, reply, page, entries, isListed, repliesOf, hide, show, progress, finished, maya } = content;
const hideAll = async (accountId: string, removalId: string, cause: 'wipe' | 'account' = 'wipe') => {
  await hide(accountId, removalId, cause);
  await finished(removalId);
};
const showAll = async (removalId: string) => {
  await show(removalId);
  await finished(removalId);
};

const somebody = async () => {
  const accountId = randomUUID();
  const [room, own] = [await ask(), await ask({}, accountId)];
  const ghost = await ask({ isAnonymous: true }, accountId);
  const named = await reply(room.id, 'by name', accountId);
  const whisper = await reply(room.id, 'without a name', accountId, { isAnonymous: true });
  const underOwn = await reply(own.id, 'by another', maya);
  const areSeen = async () => [await isListed(own.id), (await repliesOf(room.id)).includes(named.id)];
  return { accountId, room, own, ghost, named, whisper, underOwn, areSeen };
};

describe('hiding all posts of a person', () => {
  it('a hiding hides named posts from every read at once, and then removes each post', async () => {
    const { accountId, room, own, named, underOwn } = await somebody();
    const removalId = randomUUID();
    const counts = { questions: 1, discussions: 1, podcasts: 0 };
    expect((await content.call(contentRpc.countPostsOf, { accountId }, null)).counts).toEqual(counts);
    expect(await hide(accountId, removalId)).toEqual({ counts });

    for (const viewer of [null, accountId, maya]) {
      await expectRefusal(page(own.id, viewer), 'not_found');
      expect((await page(room.id, viewer)).replies.map(({ id }) => id)).not.toContain(named.id);
      await expectRefusal(content.call(contentRpc.reply, { id: underOwn.id }, viewer), 'not_found');
    }
    await finished(removalId);
    expect(await progress(removalId)).toEqual({ removalId, done: 2, total: 2, isRunning: false });
    const removed = (await entries(room.id)).filter(({ entry }) => entry === 'removed');
    expect(removed.length).toBeGreaterThanOrEqual(2);
    const { rooms } = await content.call(contentRpc.roomHeads, { questionIds: [room.id] }, null);
    expect(rooms[0]).toMatchObject({ isHiding: false });
  });

  it('a hiding changes no anonymous posts and writes no rows about them', async () => {
    const { accountId, room, ghost, whisper } = await somebody();
    const about = async () => {
      const tables = ['questions', 'replies', 'texts', 'erasures'];
      const rows = await tableRows(content.pool, tables);
      const ids = [ghost.id, whisper.id, ghost.title, 'without a name'];
      return tables.map((table) => rows[table]!.filter((row) => ids.some((id) => row.includes(id))));
    };
    const before = await about();
    for (const cause of ['wipe', 'account'] as const) {
      const removalId = randomUUID();
      await hideAll(accountId, removalId, cause);
      expect([await isListed(ghost.id), (await repliesOf(room.id)).includes(whisper.id)]).toEqual([true, true]);
      await showAll(removalId);
    }
    expect(await about()).toEqual(before);
  });

  it('an undo restores no post removed before, and later posts are visible throughout', async () => {
    const { accountId, room, own, named, underOwn, areSeen } = await somebody();
    const before = await reply(room.id, 'deleted before', accountId);
    await content.remove('discussion', before.id, accountId);
    const removalId = randomUUID();
    await hide(accountId, removalId);
    const after = await reply(room.id, 'said after it', accountId);
    await finished(removalId);
    expect(await repliesOf(room.id)).toContain(after.id);

    await show(removalId);
    await showAll(removalId);
    expect(await areSeen()).toEqual([true, true]);
    const replies = await repliesOf(room.id);
    expect([replies.includes(after.id), replies.includes(before.id)]).toEqual([true, false]);
    expect(await repliesOf(own.id)).toEqual([underOwn.id]);
    expect(await content.rows('select 1 from erasures where content_id = any($1)', [own.id, named.id])).toEqual([]);
  });

  it('several processes can work on one hiding, and each post is removed once', async () => {
    const accountId = randomUUID();
    const room = await ask();
    for (let number = 1; number <= 20; number += 1) await reply(room.id, `number ${number}`, accountId);
    const removalId = randomUUID();
    await hide(accountId, removalId);
    const { pipeline } = content.service.service;
    const works = [1, 2, 3].map(() => new HidingRunner(content.pool, pipeline, new HidingQueries(content.pool)));
    await Promise.all(works.map((work) => work.runHiding(removalId)));
    await finished(removalId);
    const removals = "select 1 from events where type = 'ContentRemoved' and data ->> 'removalId' = $1";
    expect(await content.rows(removals, removalId)).toHaveLength(20);
  });

  it('a repeat changes nothing, and an undo of an unknown hiding is refused', async () => {
    const { accountId } = await somebody();
    const removalId = randomUUID();
    await Promise.all([hide(accountId, removalId), hide(accountId, removalId)]);
    await finished(removalId);
    await hide(accountId, removalId);
    const events = "select 1 from events where type = 'AccountContentHidden' and data ->> 'removalId' = $1";
    expect(await content.rows(events, removalId)).toHaveLength(1);
    await expectRefusal(show(randomUUID()), 'not_found');
  });

  it('undoing a later hiding keeps posts of an earlier hiding hidden', async () => {
    const { accountId, own } = await somebody();
    const [first, second] = [randomUUID(), randomUUID()];
    await hideAll(accountId, first);
    const later = await ask({}, accountId);
    await hideAll(accountId, second, 'account');
    await showAll(second);
    expect([await isListed(own.id), await isListed(later.id)]).toEqual([false, true]);
    await showAll(first);
    expect([await isListed(own.id), await isListed(later.id)]).toEqual([true, true]);
  });
});

describe('posts that are being restored', () => {
  it('a new hiding also hides posts that an undo of an earlier hiding is restoring', async () => {
    const { accountId, own, areSeen } = await somebody();
    const [first, second] = [randomUUID(), randomUUID()];
    await hideAll(accountId, first);
    await content.rows('update hidings set is_shown = true, is_running = true where removal_id = $1', first);
    await hide(accountId, second);
    expect(await isListed(own.id)).toBe(false);
    await Promise.all([finished(second), finished(first)]);
    expect(await areSeen()).toEqual([false, false]);
    await showAll(second);
    expect(await areSeen()).toEqual([true, true]);
  });

  it('the undo of a wipe shows no post while the account is deleted', async () => {
    const { accountId, own } = await somebody();
    const [wiped, deleted] = [randomUUID(), randomUUID()];
    await hideAll(accountId, wiped);
    await hideAll(accountId, deleted, 'account');
    await show(wiped);
    expect(await isListed(own.id)).toBe(false);
    await Promise.all([finished(wiped), finished(deleted)]);
    expect(await isListed(own.id)).toBe(false);
    await showAll(deleted);
    expect(await isListed(own.id)).toBe(true);
  });
});

describe('the posts of a deleted account', () => {
  it('posts disappear with a deleted account, and return with it', async () => {
    const { accountId, areSeen } = await somebody();
    const removalId = randomUUID();
    const until = (isSeen: boolean) =>
      eventually('all is so', async () => (await areSeen()).every((seen) => seen === isSeen));
    await content.identity.publish(accountFact(AccountHidden, accountId, removalId));
    await until(false);
    await finished(removalId);
    await content.identity.publish(accountFact(AccountShown, accountId, removalId));
    await until(true);
  });
});

describe('words of removed posts', () => {
  it('words of removed posts are erased when they are due, and not earlier', async () => {
    const now = new Date(Date.now() - 73 * 3600 * 1000).toISOString();
    const question = await ask({ title: 'Old words?', description: 'old description' });
    await reply(question.id, 'old reply');
    const kept = await ask({ title: 'Kept words?' });
    const words = () => content.rows("select words from texts where words ~* '^(old|kept) '");
    expect(await words()).toHaveLength(4);
    await content.remove('question', kept.id, maya);
    await content.remove('question', question.id, maya, false, { now });
    await eraseWords(content.pool);
    expect(await words()).toEqual([{ words: 'Kept words?' }]);
  });

  it('words of removed posts are not erased while an undo still restores the posts', async () => {
    const [returning, gone] = [await somebody(), await somebody()];
    const [removalId, standing] = [randomUUID(), randomUUID()];
    await Promise.all([hideAll(returning.accountId, removalId), hideAll(gone.accountId, standing)]);
    const posts = [returning, gone].flatMap(({ own, named }) => [own.id, named.id]);
    const erasures = async () => {
      const select = 'select content_id as id from erasures where content_id = any($1)';
      return (await content.rows<{ id: string }>(select, posts)).map(({ id }) => id).sort();
    };
    expect(await erasures()).toEqual([...posts].sort());
    await content.rows('update hidings set is_shown = true where removal_id = $1', removalId);
    await content.rows('update erasures set due_at = now() where content_id = any($1)', posts);
    await eraseWords(content.pool);
    expect(await erasures()).toEqual(posts.slice(0, 2).sort());

    await content.rows('update hidings set is_running = true where removal_id = $1', removalId);
    await hide(randomUUID(), randomUUID());
    await content.settled();
    expect(await isListed(returning.own.id)).toBe(true);
    const said = (await page(returning.room.id)).replies.find(({ id }) => id === returning.named.id);
    expect(said?.content).toBe('by name');
  });
});
