import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { eventually, type SourceFact } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf } from '../content.suite.js';
import { newBoostFact } from './engagement-facts.suite.js';
import { LockQueries } from './lock.queries.js';

const content = new ContentUnderTest('engagement');
const { ask, latch, remove, maya } = content;
const publish = async (...facts: readonly SourceFact[]) => {
  await content.engagement.publish(...facts);
  await content.settled();
};
const locked = (replyBoostThreshold: number, over: object = {}, now?: string) =>
  ask({ replyBoostThreshold, ...over }, maya, now === undefined ? {} : { now });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Uses a new instance, because each instance caches its choice. */
const nearest = async (limit = 10) => idsOf(await new LockQueries(content.pool).nearlyHeard(limit));

describe('nearly heard questions', () => {
  it('nearly heard questions are sorted by missing boosts, then newest first', async () => {
    const [two, older, newer, one] = [await locked(6), await locked(4), await locked(5), await locked(20)];
    await publish(
      newBoostFact(two.id, 4),
      newBoostFact(older.id, 3),
      newBoostFact(newer.id, 4),
      newBoostFact(one.id, 19),
    );
    expect(await nearest()).toEqual([one.id, newer.id, older.id, two.id]);
    expect(await nearest(2)).toEqual([one.id, newer.id]);
    await Promise.all([two, older, newer, one].map(({ id }) => remove('question', id, maya)));
  });

  it('a nearly heard question is locked, with at least two boosts and half its threshold', async () => {
    const tara = randomUUID();
    const single = await locked(2);
    const far = await locked(7);
    const half = await locked(8);
    const open = await ask();
    const heard = await locked(3);
    const full = await locked(3);
    const old = await locked(4, {}, daysAgo(31));
    const young = await locked(4, {}, daysAgo(29));
    const pending = await locked(4, { targetId: tara });
    const pinned = await ask({ targetId: tara });
    const approval = { questionId: pinned.id, content: 'Not yet', boostThreshold: 4 };
    await content.call(contentRpc.approveWithReply, approval, tara);
    await latch(heard.id, 3);
    await publish(
      ...[newBoostFact(single.id, 1), newBoostFact(far.id, 3), newBoostFact(half.id, 4), newBoostFact(open.id, 3)],
      ...[newBoostFact(heard.id, 2), newBoostFact(full.id, 3), newBoostFact(old.id, 3), newBoostFact(young.id, 3)],
      ...[newBoostFact(pending.id, 3), newBoostFact(pinned.id, 3)],
    );
    expect(await nearest()).toEqual([young.id, half.id]);
    await Promise.all([half, young].map(({ id }) => remove('question', id, maya)));
  });

  it('the cached list leaves out opened, removed and hidden questions', async () => {
    const author = randomUUID();
    const kept = await Promise.all([1, 2, 3].map(() => locked(4)));
    const [opened, removed, stays] = kept;
    const hidden = await ask({ replyBoostThreshold: 4 }, author);
    const all = [...kept, hidden];
    await publish(...all.map(({ id }) => newBoostFact(id, 3)));
    const locks = new LockQueries(content.pool);
    const shown = async () => idsOf(await locks.nearlyHeard(10));
    expect((await shown()).sort()).toEqual(idsOf(all).sort());
    await latch(opened!.id, 4);
    await remove('question', removed!.id, maya);
    await content.hide(author, randomUUID());
    await publish(newBoostFact(stays!.id, 1));
    expect(await shown()).toEqual([stays!.id]);
    expect(await nearest()).toEqual([]);
  });

  it('nearly heard questions are returned as places of a list', async () => {
    const { id, createdAt } = await locked(4);
    await publish(newBoostFact(id, 3));
    const place = { kind: 'question', activityType: 'created', id, questionId: id, repostId: null, at: createdAt };
    await eventually('the choice is made again', async () => {
      const { items } = await content.call(contentRpc.nearlyHeard, { limit: 1 }, null);
      return items[0]?.id === id;
    });
    const { items } = await content.call(contentRpc.nearlyHeard, { limit: 1 }, null);
    expect(items).toEqual([{ ...place, lastNumber: 0 }]);
  });
});

describe('the median number of boosts', () => {
  const usual = async () => (await content.call(contentRpc.usualBoosts, {}, null)).boosts;

  it('the median is of the newest open questions, and null for fewer than ten', async () => {
    const counts = [0, 0, 1, 2, 3, 4, 9, 90, 900];
    for (const count of counts) {
      const { id } = await ask({}, maya, { now: daysAgo(20 - count / 100) });
      if (count > 0) await content.engagement.publish(newBoostFact(id, count));
    }
    const notCounted = [
      await ask(),
      await locked(5, {}, daysAgo(2)),
      await ask({ targetId: randomUUID() }, maya, { now: daysAgo(2) }),
    ];
    await publish(...notCounted.map(({ id }) => newBoostFact(id, 5000)));
    expect(await usual()).toBeNull();
    const heard = await locked(5, {}, daysAgo(3));
    await latch(heard.id, 5);
    await publish(newBoostFact(heard.id, 7));
    // The counts are 0 0 1 2 3 4 7 9 90 900.
    expect(await usual()).toBe(3);
    for (let index = 0; index < 50; index += 1) await ask({}, maya, { now: daysAgo(2) });
    expect(await usual()).toBe(0);
  });
});
