import { randomUUID } from 'node:crypto';
import { moderationRpc } from '@hearsay/contracts';
import { Locks } from '@hearsay/event-store';
import { eventually } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { startModeration } from '../moderation.suite.js';
import { WipeRunner } from './wipe-runner.js';

const all = { questions: 3, discussions: 2, podcasts: 1, reposts: 4 };
const nothing = { questions: 0, discussions: 0, podcasts: 0, reposts: 0 };
const ambassador: string = randomUUID();

let subjectId: string;
const test = serviceForBlock(() => startModeration());
beforeEach(() => {
  subjectId = randomUUID();
  test.posts.setCounts(subjectId, all);
  Object.assign(test.posts, { isBusy: false, isAway: false, onReturn: () => undefined, onHide: () => undefined });
});

const start = (context = {}, as = ambassador) => test.call(moderationRpc.startWipe, { subjectId }, as, context);
const undo = async (wipeId: string, context = {}, as = ambassador) =>
  (await test.call(moderationRpc.undoWipe, { wipeId }, as, context)).wipe;
const wipe = async (wipeId: string) => (await test.call(moderationRpc.wipe, { wipeId }, null)).wipe;
const finished = (wipeId: string) =>
  eventually('the task is done', async () => (await test.count('wipe_tasks where wipe_id = $1', [wipeId])) === 0);
const startAndFinish = async () => {
  const { wipeId } = await start();
  await finished(wipeId);
  return wipeId;
};

describe('a wipe', () => {
  it('the preview counts the posts and changes nothing', async () => {
    expect(await test.call(moderationRpc.wipePreview, { subjectId }, null)).toEqual({ counts: all });
    expect(test.posts.actsOn(subjectId)).toEqual([]);
  });

  it('`start-wipe` returns when all content is hidden, and a sweep ends the wipe', async () => {
    test.posts.isBusy = true;
    const { wipeId, counts, undoUntil } = await start();
    expect(counts).toEqual(all);
    expect(test.posts.countsOf(subjectId)).toEqual(nothing);
    expect(await wipe(wipeId)).toEqual({ wipeId, subjectId, status: 'running', done: 4, total: 10, undoUntil });
    test.posts.isBusy = false;
    await finished(wipeId);
    expect(await wipe(wipeId)).toMatchObject({ status: 'done', done: 10, total: 10 });
    expect((await test.call(moderationRpc.wipes, { limit: 100 }, null)).wipes[0]?.wipeId).toBe(wipeId);
  });

  it('a wipe runs at once even if the clock of its process is ahead', async () => {
    const { wipeId } = await start({ now: new Date(Date.now() + 3_600_000).toISOString() });
    await finished(wipeId);
    expect(await wipe(wipeId)).toMatchObject({ status: 'done' });
  });

  it('a wipe hides the invitation even without posts, and its undo shows it again', async () => {
    for (const counts of [all, nothing]) {
      subjectId = randomUUID();
      test.posts.setCounts(subjectId, counts);
      test.posts.invitations.add(subjectId);
      const wipeId = await startAndFinish();
      expect(test.posts.isInvitationShown(subjectId)).toBe(false);
      await undo(wipeId);
      await finished(wipeId);
      expect(test.posts.isInvitationShown(subjectId)).toBe(true);
    }
  });

  it('only the audit names the ambassador of a wipe', async () => {
    const { wipeId } = await start();
    expect(new Set(test.posts.actsOn(subjectId).filter((act) => act.startsWith('hide posts')))).toEqual(
      new Set(['hide posts as null']),
    );
    const audit = async () => (await test.audit()).filter((entry) => entry.wipeId === wipeId);
    expect(await audit()).toMatchObject([{ act: 'wipe-started', actorId: ambassador, subjectId }]);
    const other = randomUUID();
    await undo(wipeId, {}, other);
    expect(await audit()).toMatchObject([{ act: 'wipe-undone', actorId: other, subjectId }, { act: 'wipe-started' }]);
  });

  it('repeated starts and undos get the first results, even if the account has changed', async () => {
    const [key, undosKey] = [{ idempotencyKey: randomUUID() }, { idempotencyKey: randomUUID() }];
    const [first, again] = await Promise.all([start(key), start(key)]);
    expect(again).toEqual(first);
    test.posts.protectedIds.add(subjectId);
    expect(await start(key)).toEqual(first);
    await undo(first.wipeId, undosKey);
    test.posts.unknownIds.add(subjectId);
    expect(await start(key)).toEqual(first);
    expect(await undo(first.wipeId, undosKey)).toMatchObject({ wipeId: first.wipeId, status: 'undone' });
  });

  it('a second wipe of a person is refused with the id of the running wipe', async () => {
    test.posts.isBusy = true;
    const startAs = (accountId: string) => start({}, accountId);
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => startAs(randomUUID())));
    const [started, ...more] = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(more).toEqual([]);
    const conflict = { code: 'conflict', details: { wipeId: started!.wipeId } };
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(conflict);
    await expect(startAs(randomUUID())).rejects.toMatchObject(conflict);
    test.posts.isBusy = false;
    await finished(started!.wipeId);
    test.posts.setCounts(subjectId, all);
    expect((await startAs(randomUUID())).counts).toEqual(all);
  });

  it('a wipe of unknown people or protected accounts is refused', async () => {
    test.posts.unknownIds.add(subjectId);
    await expect(start()).rejects.toMatchObject({ code: 'not_found' });
    const preview = test.call(moderationRpc.wipePreview, { subjectId }, null);
    await expect(preview).rejects.toMatchObject({ code: 'not_found' });
    subjectId = randomUUID();
    test.posts.protectedIds.add(subjectId);
    await expect(start()).rejects.toMatchObject({ code: 'forbidden' });
    expect(test.posts.actsOn(subjectId)).toEqual([]);
  });

  it('a wipe whose first call failed is resumed by a repeated call', async () => {
    test.posts.isAway = true;
    const idempotencyKey = randomUUID();
    await expect(start({ idempotencyKey })).rejects.toMatchObject({ code: 'unavailable' });
    expect(test.posts.countsOf(subjectId)).toEqual(all);
    test.posts.isAway = false;
    const { wipeId } = await start({ idempotencyKey });
    expect(test.posts.countsOf(subjectId)).toEqual(nothing);
    expect(await wipe(wipeId)).toMatchObject({ total: 10 });
  });
});

describe('the undo of a wipe', () => {
  it('an undo waits until the running hiding has ended', async () => {
    test.posts.isBusy = true;
    const { wipeId } = await start();
    expect(await undo(wipeId)).toMatchObject({ status: 'undone' });
    test.posts.isBusy = false;
    await finished(wipeId);
    expect(test.posts.countsOf(subjectId)).toEqual(all);
    const acts = test.posts.actsOn(subjectId).map((act) => act.slice(0, 4));
    expect(acts.slice(acts.indexOf('show'))).not.toContain('hide');
    expect(await wipe(wipeId)).toMatchObject({ status: 'undone', done: 10 });
  });

  it('an undo of an unknown wipe is refused with not_found', async () => {
    await expect(undo(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(wipe(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('an undo succeeds once under concurrent calls', async () => {
    const { wipeId } = await start();
    const tries = await Promise.allSettled([undo(wipeId), undo(wipeId), undo(wipeId)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(test.posts.countsOf(subjectId)).toEqual(all);
  });

  it('an undo is refused while the account is deleted, and possible after its return', async () => {
    const wipeId = await startAndFinish();
    test.posts.unknownIds.add(subjectId);
    await expect(undo(wipeId)).rejects.toMatchObject({ code: 'not_found' });
    expect(test.posts.countsOf(subjectId)).toEqual(nothing);
    expect(await wipe(wipeId)).toMatchObject({ status: 'done' });
    test.posts.unknownIds.delete(subjectId);
    expect(await undo(wipeId)).toMatchObject({ status: 'undone' });
    expect(test.posts.countsOf(subjectId)).toEqual(all);
  });

  it('if the account is deleted during an undo, its reposts stay hidden', async () => {
    const wipeId = await startAndFinish();
    const removalId = randomUUID();
    test.posts.onReturn = () => test.posts.deletedIds.set(subjectId, removalId);
    await undo(wipeId);
    expect(test.posts.countsOf(subjectId).reposts).toBe(0);
    test.posts.onReturn = () => undefined;
    test.posts.showReposts({ removalId });
    expect(test.posts.countsOf(subjectId).reposts).toBe(all.reposts);
  });

  it('if the account is deleted and restored during an undo, its reposts are restored', async () => {
    const wipeId = await startAndFinish();
    const removalId = randomUUID();
    test.posts.onReturn = () => {
      test.posts.deletedIds.set(subjectId, removalId);
      test.posts.onHide = () => test.posts.deletedIds.delete(subjectId);
      test.posts.onReturn = () => undefined;
    };
    await undo(wipeId);
    expect(test.posts.countsOf(subjectId)).toEqual(all);
  });
});

it('wipes of one person run one after the other, in one process and across two', async () => {
  const order: string[] = [];
  let letGo = (): void => undefined;
  const holding = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const runnerOf = (name: string, until?: Promise<void>) => {
    const locks = new Locks(test.service.pool, { info() {}, warn() {}, error() {} });
    const hide = async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
    };
    const task = async (wipeId: string) => ({ wipeId, subjectId, kind: 'hide' as const });
    const posted = { hide, show: hide, progress: async () => undefined };
    return {
      locks,
      runner: new WipeRunner({ findTask: task }, posted, { execute: () => Promise.reject(new Error()) }, locks),
    };
  };
  const [first, second] = [runnerOf('first', holding), runnerOf('second')];
  const deadline = new Date(Date.now() + 60_000).toISOString();
  const begin = ({ runner }: typeof first, of = subjectId) =>
    runner.begin({ wipeId: randomUUID(), subjectId: of }, deadline);
  const one = begin(first);
  await eventually('the first has begun', () => order.length === 1);
  const others = [begin(first), begin(second)];
  await begin(second, randomUUID());
  expect(order).toEqual(['first begins', 'second begins', 'second ends']);
  letGo();
  await Promise.all([one, ...others]);
  const next = order[4]?.startsWith('first') ? ['first', 'second'] : ['second', 'first'];
  expect(order.slice(3)).toEqual(['first ends', ...next.flatMap((name) => [`${name} begins`, `${name} ends`])]);
  await Promise.all([first.locks.close(), second.locks.close()]);
});
