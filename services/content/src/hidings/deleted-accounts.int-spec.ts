import { randomUUID } from 'node:crypto';
import { AccountErased, AccountHidden, AccountShown, contentRpc } from '@hearsay/contracts';
import { accountFact, eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf } from '../content.suite.js';
import { openPlan } from './anonymous-plan.js';
import { AnonymousRemovals } from './anonymous-removals.js';

const content = new ContentUnderTest('identity');
const { ask, reply, hide, show, isListed, seals, maya } = content;
const hourMs = 3_600_000;

type Fact = typeof AccountErased | typeof AccountHidden | typeof AccountShown;
const tell = async (accountId: string, removalId: string, ...definitions: Fact[]) => {
  for (const definition of definitions) await content.identity.publish(accountFact(definition, accountId, removalId));
  await content.settled();
};
const erase = (accountId: string, removalId: string) => tell(accountId, removalId, AccountErased);
const remove = async (accountId: string, anonymousPosts: 'keep' | 'remove' = 'keep', removalId = randomUUID()) => {
  await hide(accountId, removalId, 'account', anonymousPosts);
  return removalId;
};
const resolve = async (accountIds: string[], authorIds: string[] = []) =>
  (await content.call(contentRpc.resolveAuthors, { accountIds, authorIds }, null)).authors;
const seenOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => isListed(id)))).filter(Boolean).length;
const removals = () => {
  const { pool, pipeline } = content.service.service;
  return new AnonymousRemovals({ pool, pipeline, seals, log: { warn: () => undefined }, now: () => Date.now() });
};
const dueAt = (hours: number) => removals().duePosts(Date.now() + hours * hourMs);
const lookAt = async (...allHours: number[]) => {
  for (const hours of allHours) for (const { post } of await dueAt(hours)) await removals().removePost(post);
};
const sealedPlan = async (removalId: string) => {
  const select = 'select anonymous_plan as plan from hidings where removal_id = $1';
  return (await content.rows<{ plan: string | null }>(select, removalId))[0]!.plan;
};

describe('a deleted account', () => {
  it('a deleted account cannot post through a cached session until it is restored', async () => {
    const accountId = randomUUID();
    const [room, own] = [await ask(), await ask({}, accountId)];
    const removalId = await remove(accountId);
    // Identity may open a new session before content has processed the event that restores the account.
    const posts = [
      () => ask({}, accountId),
      () => ask({ isAnonymous: true }, accountId),
      () => reply(room.id, 'too late', accountId),
      () => reply(room.id, 'too late', accountId, { isAnonymous: true }),
    ];
    for (const post of posts)
      await expect(post()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    const approval = content.call(contentRpc.approveQuestion, { questionId: own.id }, accountId);
    await expect(approval).rejects.toBeDefined();
    const edit = content.call(contentRpc.editQuestion, { questionId: room.id, title: 'Mine?' }, accountId);
    await expect(edit).rejects.toBeDefined();
    await show(removalId);
    expect((await reply(room.id, 'back again', accountId)).authorId).toBe(accountId);
  });

  it('posts whose times are in the future, because a clock was ahead, are hidden too', async () => {
    const accountId = randomUUID();
    const { id } = await ask({}, accountId, { now: new Date(Date.now() + hourMs).toISOString() });
    await remove(accountId);
    expect(await isListed(id)).toBe(false);
    await content.settled();
    expect(await isListed(id)).toBe(false);
  });

  it('an erasure also hides posts that were made after the hiding', async () => {
    const accountId = randomUUID();
    const removalId = await remove(accountId);
    await content.settled();
    await content.rows('update hidings set is_shown = true where removal_id = $1', removalId);
    const { id } = await ask({}, accountId);
    await content.rows('update hidings set is_shown = false, is_running = false where removal_id = $1', removalId);
    expect(await isListed(id)).toBe(true);
    await erase(accountId, removalId);
    expect(await isListed(id)).toBe(false);
  });
});

describe('anonymous posts that stay by the person’s choice', () => {
  it('posts that stay cannot be traced to their author after the erasure', async () => {
    const accountId = randomUUID();
    const { id } = await ask({ isAnonymous: true }, accountId);
    const [{ authorId } = { authorId: '' }] = await resolve([accountId]);
    const removalId = await remove(accountId);
    expect(await resolve([accountId])).toHaveLength(1);
    await erase(accountId, removalId);
    expect([await resolve([accountId]), await resolve([], [authorId])]).toEqual([[], []]);
    await lookAt(24 * 29, 24 * 34);
    expect(await isListed(id)).toBe(true);
    const texts = await content.rows<{ row: string }>(
      `select to_jsonb(h)::text as row from hidings h where account_id = $1
       union all select to_jsonb(q)::text from questions q where id = $2`,
      accountId,
      id,
    );
    expect(texts).toHaveLength(2);
    expect(texts.filter(({ row }) => row.includes(id) && row.includes(accountId))).toEqual([]);
  });
});

describe('a failed deletion that is repeated with another choice', () => {
  const planned = async (removalId: string) =>
    openPlan(seals, (await sealedPlan(removalId))!)!.authorId === null ? 'keep' : 'remove';
  const begun = async (anonymousPosts: 'keep' | 'remove') => {
    const accountId = randomUUID();
    await ask({ isAnonymous: true }, accountId);
    return { accountId, removalId: await remove(accountId, anonymousPosts) };
  };

  it.each([
    ['remove', 'keep'],
    ['keep', 'remove'],
  ] as const)('keeps the last choice: first %s, then %s', async (first, last) => {
    const { accountId, removalId } = await begun(first);
    expect(await planned(removalId)).toBe(first);
    await remove(accountId, last, removalId);
    expect(await planned(removalId)).toBe(last);
  });

  it.each(['keep', 'remove'] as const)('identity’s event, if late, does not change the choice %s', async (choice) => {
    const { accountId, removalId } = await begun(choice);
    await tell(accountId, removalId, AccountHidden);
    expect(await planned(removalId)).toBe(choice);
  });

  it('a repeated deletion makes no plan if the account was restored since', async () => {
    const { accountId, removalId } = await begun('keep');
    await show(removalId);
    await remove(accountId, 'remove', removalId);
    expect(await sealedPlan(removalId)).toBeNull();
  });
});

describe('anonymous posts of a deleted account', () => {
  it('anonymous posts are removed between hour 72 and day 30, as if by their authors', async () => {
    const accountId = randomUUID();
    const room = await ask();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await ask({ isAnonymous: true }, accountId)).id);
    const { id: replyId } = await reply(room.id, 'a whisper', accountId, { isAnonymous: true });
    const own = await ask({ isAnonymous: true });
    await content.remove('question', own.id, maya);
    const removalId = await remove(accountId, 'remove');
    await content.settled();
    expect(await dueAt(24 * 29)).toEqual([]);
    const begun = Date.now();
    await erase(accountId, removalId);
    expect(await resolve([accountId])).toEqual([]);
    expect(await dueAt(70.9)).toEqual([]);
    const within = await Promise.all([72, 300, 719].map(dueAt));
    for (const { at } of within.flat()) expect(at).toBeGreaterThan(begun + 71.9 * hourMs);
    const late = await dueAt(24 * 30);
    expect(late.map(({ post }) => post.contentId).sort()).toEqual([...ids, replyId].sort());
    expect(new Set(late.map(({ at }) => at)).size).toBe(7);
    expect(await seenOf(ids)).toBe(6);
    await lookAt(24 * 30);
    expect(await seenOf(ids)).toBe(0);
    expect(idsOf((await content.page(room.id)).replies)).not.toContain(replyId);

    const removed = await content.rows<{ data: Record<string, unknown>; meta: object; xmin: string }>(
      `select data, meta, xmin::text from events where type = 'ContentRemoved' and data ->> 'contentId' = any($1)`,
      [...ids, replyId, own.id],
    );
    expect(removed).toHaveLength(8);
    expect(new Set(removed.map(({ data }) => data.removalId)).size).toBe(8);
    expect(new Set(removed.map(({ xmin }) => xmin)).size).toBe(8);
    expect(new Set(removed.map(({ data }) => data.cause))).toEqual(new Set(['author']));
    for (const { meta } of removed) expect(meta).toMatchObject({ actor: null, correlationId: null, causationId: null });
    for (const secret of [removalId, accountId]) expect(JSON.stringify(removed)).not.toContain(secret);
    const [hiding] = await content.rows('select xmin::text from hidings where removal_id = $1', removalId);
    expect(removed.map(({ xmin }) => xmin)).not.toContain(hiding!.xmin);
    await lookAt(24 * 36);
    expect(await sealedPlan(removalId)).toBeNull();
  });

  it('anonymous posts stay if the account is restored in time', async () => {
    const accountId = randomUUID();
    const { id } = await ask({ isAnonymous: true }, accountId);
    const removalId = await remove(accountId, 'remove');
    await tell(accountId, removalId, AccountHidden, AccountShown);
    await eventually('the plan is dropped', async () => (await sealedPlan(removalId)) === null);
    await lookAt(24 * 29, 24 * 34);
    expect(await isListed(id)).toBe(true);
    expect(await resolve([accountId])).toHaveLength(1);
  });
});
