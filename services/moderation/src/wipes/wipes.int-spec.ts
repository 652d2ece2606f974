import { randomUUID } from 'node:crypto';
import { type AuditEntry, moderationRpc, type WipeView } from '@hearsay/contracts';
import { rebuildReadModel } from '@hearsay/event-store';
import { eventually, tableRows } from '@hearsay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ModerationUnderTest, startModeration } from '../moderation.suite.js';
import { wipeRows } from './wipe.projection.js';

const all = { questions: 3, discussions: 2, podcasts: 1, reposts: 4 };
const nothing = { questions: 0, discussions: 0, podcasts: 0, reposts: 0 };
const ambassador = randomUUID();

let test: ModerationUnderTest;
let subjectId: string;
beforeAll(async () => {
  test = await startModeration();
});
afterAll(() => test.stop());
beforeEach(() => {
  subjectId = randomUUID();
  test.posts.post(subjectId, all);
  test.posts.isBusy = false;
  test.posts.isAway = false;
});

const start = (context?: object) => test.service.call(moderationRpc.startWipe, { subjectId }, ambassador, context);
const undo = async (wipeId: string, context?: object) =>
  (await test.service.call(moderationRpc.undoWipe, { wipeId }, ambassador, context)).wipe;
const wipe = async (wipeId: string): Promise<WipeView> => (await test.service.call(moderationRpc.wipe, { wipeId }, null)).wipe;
const finished = (wipeId: string) =>
  eventually('the task is done', async () => {
    const { rows } = await test.service.service.pool.query('select 1 from wipe_tasks where wipe_id = $1', [wipeId]);
    return rows.length === 0;
  });

describe('a wipe', () => {
  it('is previewed without changing anything', async () => {
    expect(await test.service.call(moderationRpc.wipePreview, { subjectId }, null)).toEqual({ counts: all });
    expect(test.posts.actsOn(subjectId)).toEqual([]);
  });

  it('answers when everything is hidden, and is done when content has followed', async () => {
    test.posts.isBusy = true;
    const started = await start();
    expect(started.counts).toEqual(all);
    expect(test.posts.standing(subjectId)).toEqual(nothing);
    expect(await wipe(started.wipeId)).toEqual({
      wipeId: started.wipeId,
      subjectId,
      status: 'running',
      done: 4,
      total: 10,
      undoUntil: started.undoUntil,
    });
    test.posts.isBusy = false;
    await finished(started.wipeId);
    expect(await wipe(started.wipeId)).toMatchObject({ status: 'done', done: 10, total: 10 });
    expect((await test.service.call(moderationRpc.wipes, { limit: 100 }, null)).wipes[0]?.wipeId).toBe(started.wipeId);
  });

  it('acts in nobody’s name elsewhere: who wiped stands in the audit alone', async () => {
    const { wipeId } = await start();
    expect(new Set(test.posts.actsOn(subjectId).filter((act) => act.startsWith('hide posts')))).toEqual(new Set(['hide posts as null']));
    const audit = async (): Promise<AuditEntry[]> =>
      (await test.service.call(moderationRpc.audit, { before: null, limit: 500 }, null)).entries.filter((entry) => entry.wipeId === wipeId);
    expect(await audit()).toMatchObject([{ act: 'wipe-started', actorId: ambassador, subjectId }]);
    const other = randomUUID();
    await test.service.call(moderationRpc.undoWipe, { wipeId }, other);
    expect(await audit()).toMatchObject([{ act: 'wipe-undone', actorId: other, subjectId }, { act: 'wipe-started' }]);
  });

  it('is one under one key', async () => {
    const idempotencyKey = randomUUID();
    const [first, second] = await Promise.all([start({ idempotencyKey }), start({ idempotencyKey })]);
    expect(second).toEqual(first);
  });

  it('of nobody is refused, and of a protected account', async () => {
    test.posts.unknownIds.add(subjectId);
    await expect(start()).rejects.toMatchObject({ code: 'not_found' });
    await expect(test.service.call(moderationRpc.wipePreview, { subjectId }, null)).rejects.toMatchObject({ code: 'not_found' });
    subjectId = randomUUID();
    test.posts.protectedIds.add(subjectId);
    await expect(start()).rejects.toMatchObject({ code: 'forbidden' });
    expect(test.posts.actsOn(subjectId)).toEqual([]);
  });

  it('that is left halfway is taken up again from its row', async () => {
    test.posts.isAway = true;
    const idempotencyKey = randomUUID();
    await expect(start({ idempotencyKey })).rejects.toMatchObject({ code: 'unavailable' });
    expect(test.posts.standing(subjectId)).toEqual(all);
    test.posts.isAway = false;
    // Whoever repeats the call gets the same wipe, done.
    const { wipeId } = await start({ idempotencyKey });
    expect(test.posts.standing(subjectId)).toEqual(nothing);
    expect(await wipe(wipeId)).toMatchObject({ total: 10 });
  });
});

describe('undoing', () => {
  it('brings back exactly what was hidden', async () => {
    const { wipeId } = await start();
    await finished(wipeId);
    expect(await undo(wipeId)).toMatchObject({ wipeId, status: 'undone', total: 10 });
    expect(test.posts.standing(subjectId)).toEqual(all);
    await finished(wipeId);
    expect(await wipe(wipeId)).toMatchObject({ status: 'undone', done: 10 });
  });

  it('comes behind what is still being hidden', async () => {
    test.posts.isBusy = true;
    const { wipeId } = await start();
    expect(await undo(wipeId)).toMatchObject({ status: 'undone' });
    test.posts.isBusy = false;
    await finished(wipeId);
    expect(test.posts.standing(subjectId)).toEqual(all);
    const shows = test.posts.actsOn(subjectId).findIndex((act) => act.startsWith('show'));
    expect(
      test.posts
        .actsOn(subjectId)
        .slice(shows)
        .filter((act) => act.startsWith('hide')),
    ).toEqual([]);
    expect(await wipe(wipeId)).toMatchObject({ status: 'undone', done: 10 });
  });

  it('again is a conflict, and of an unknown wipe not found', async () => {
    const { wipeId } = await start();
    await undo(wipeId);
    await expect(undo(wipeId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(undo(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(wipe(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of several at once happens once', async () => {
    const { wipeId } = await start();
    const tries = await Promise.allSettled([undo(wipeId), undo(wipeId), undo(wipeId)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(test.posts.standing(subjectId)).toEqual(all);
  });

  it('waits for a person who has deleted their account: until they are back nothing of theirs is', async () => {
    const { wipeId } = await start();
    await finished(wipeId);
    test.posts.unknownIds.add(subjectId);
    await expect(undo(wipeId)).rejects.toMatchObject({ code: 'not_found' });
    expect(test.posts.standing(subjectId)).toEqual(nothing);
    expect(await wipe(wipeId)).toMatchObject({ status: 'done' });
    test.posts.unknownIds.delete(subjectId);
    expect(await undo(wipeId)).toMatchObject({ status: 'undone' });
    expect(test.posts.standing(subjectId)).toEqual(all);
  });

  it('is over after 72 hours', async () => {
    const { wipeId } = await start({ now: new Date(Date.now() - 72 * 3_600_000 - 1000).toISOString() });
    await expect(undo(wipeId)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('moderation.wipes', () => {
  it('rebuilt from the log is what it was', async () => {
    const { database, service } = test.service;
    await eventually('nothing is under way', async () => (await service.pool.query('select 1 from wipe_tasks')).rows.length === 0);
    const before = await tableRows(service.pool, wipeRows.tables);
    await rebuildReadModel({ ownerUrl: database.ownerUrl, role: database.role, model: wipeRows, progress: () => {} });
    expect(await tableRows(service.pool, wipeRows.tables)).toEqual(before);
  });
});
