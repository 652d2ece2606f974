import { randomUUID } from 'node:crypto';
import { AccountErased, AccountHidden, AccountShown, contentRpc } from '@hearsay/contracts';
import { SealedAuthors } from '@hearsay/service-runtime';
import {
  type EventSource,
  eventually,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { readPlan } from './anonymous-plan.js';
import { AnonymousRemovals } from './anonymous-removals.js';

const settings = contentSettings();
const seals = new SealedAuthors(settings, 'content');
const hourMs = 3_600_000;
const maya = randomUUID();
let service: TestService;
let talk: Conversation;
let identity: EventSource;

beforeAll(async () => {
  service = await startTestService(content, settings);
  talk = new Conversation(service, maya, maya);
  identity = await startEventSource('identity', service.connection, service.prefix);
});
afterAll(async () => {
  await identity.stop();
  await service.stop();
});

const fact = (
  definition: typeof AccountErased | typeof AccountHidden | typeof AccountShown,
  accountId: string,
  removalId: string,
) =>
  sourceFact(definition, { accountId, removalId, revision: 1 }, { at: new Date().toISOString(), routingId: accountId });
const remove = async (accountId: string, anonymousPosts: 'keep' | 'remove' = 'keep') => {
  const removalId = randomUUID();
  await service.call(contentRpc.hideContentOf, { accountId, removalId, cause: 'account', anonymousPosts }, null);
  return removalId;
};
const erase = async (accountId: string, removalId: string) => {
  await identity.publish(fact(AccountErased, accountId, removalId));
  await service.settled(identity);
};
const show = (removalId: string) => service.call(contentRpc.showContentOf, { removalId }, null);
const resolve = async (accountId: string) =>
  (await service.call(contentRpc.resolveAuthors, { accountIds: [accountId], authorIds: [] }, null)).authors;
const isSeen = async (questionId: string) =>
  (await service.call(contentRpc.questionViews, { ids: [questionId] }, null)).questions.length === 1;
const seenOf = async (ids: readonly string[]) => (await Promise.all(ids.map(isSeen))).filter(Boolean).length;
const removals = () =>
  new AnonymousRemovals({
    pool: service.service.pool,
    pipeline: service.service.pipeline,
    seals,
    log: { warn: () => undefined },
  });
const dueAt = (hours: number) => removals().due(Date.now() + hours * hourMs);
const lookAt = async (hours: number) => {
  for (const { post } of await dueAt(hours)) await removals().remove(post);
};

describe('a deleted account', () => {
  it('cannot post through a cached session, and can post again when it returns', async () => {
    const accountId = randomUUID();
    const [room, own] = [await talk.ask(), await talk.ask({}, accountId)];
    const removalId = await remove(accountId);
    // Identity ends sessions. It may have opened a new one before content has processed the return.
    const refused = { code: 'unavailable', details: { retryAfter: 1 } };
    const acts: (() => Promise<unknown>)[] = [
      () => talk.ask({}, accountId),
      () => talk.ask({ isAnonymous: true }, accountId),
      () => talk.reply(room.id, 'too late', accountId),
      () => talk.reply(room.id, 'too late', accountId, { isAnonymous: true }),
      () => service.call(contentRpc.approveQuestion, { questionId: own.id }, accountId),
      () => service.call(contentRpc.editQuestion, { questionId: room.id, title: 'Mine?' }, accountId),
    ];
    for (const act of acts.slice(0, 4)) await expect(act()).rejects.toMatchObject(refused);
    for (const act of acts.slice(4)) await expect(act()).rejects.toBeDefined();
    await show(removalId);
    expect((await talk.reply(room.id, 'back again', accountId)).authorId).toBe(accountId);
  });

  it('hides posts that a fast clock has dated', async () => {
    const accountId = randomUUID();
    const ahead = new Date(Date.now() + hourMs).toISOString();
    const { id } = await talk.ask({}, accountId, { now: ahead });
    await remove(accountId);
    expect(await isSeen(id)).toBe(false);
    await service.settled(identity);
    expect(await isSeen(id)).toBe(false);
  });

  it('loses posts that were missed before when it is erased', async () => {
    const accountId = randomUUID();
    const removalId = await remove(accountId);
    await service.settled(identity);
    const { pool } = service.service;
    await pool.query('update hidings set is_shown = true where removal_id = $1', [removalId]);
    const { id } = await talk.ask({}, accountId);
    await pool.query('update hidings set is_shown = false, is_running = false where removal_id = $1', [removalId]);
    expect(await isSeen(id)).toBe(true);
    await erase(accountId, removalId);
    expect(await isSeen(id)).toBe(false);
  });
});

describe('anonymous posts that are kept', () => {
  it('stay, and cannot be traced to their author after the erasure', async () => {
    const accountId = randomUUID();
    const { id } = await talk.ask({ isAnonymous: true }, accountId);
    const [{ authorId } = { authorId: '' }] = await resolve(accountId);
    const removalId = await remove(accountId);
    expect(await resolve(accountId)).toHaveLength(1);
    await erase(accountId, removalId);
    expect(await resolve(accountId)).toEqual([]);
    expect(
      (await service.call(contentRpc.resolveAuthors, { accountIds: [], authorIds: [authorId] }, null)).authors,
    ).toEqual([]);
    await lookAt(24 * 29);
    await lookAt(24 * 34);
    expect(await isSeen(id)).toBe(true);
    const texts = await service.service.pool.query<{ row: string }>(
      `select to_jsonb(h)::text as row from hidings h where account_id = $1
       union all select to_jsonb(q)::text from questions q where id = $2`,
      [accountId, id],
    );
    expect(texts.rows).toHaveLength(2);
    expect(texts.rows.filter(({ row }) => row.includes(id) && row.includes(accountId))).toEqual([]);
  });
});

describe('a failed deletion that is repeated with another choice', () => {
  const planned = async (removalId: string) => {
    const { rows } = await service.service.pool.query<{ plan: string }>(
      'select anonymous_plan as plan from hidings where removal_id = $1',
      [removalId],
    );
    return readPlan(seals, rows[0]!.plan)!.authorId === null ? 'keep' : 'remove';
  };
  const begun = async (anonymousPosts: 'keep' | 'remove') => {
    const accountId = randomUUID();
    await talk.ask({ isAnonymous: true }, accountId);
    return { accountId, removalId: await remove(accountId, anonymousPosts) };
  };

  it.each([
    ['remove', 'keep'],
    ['keep', 'remove'],
  ] as const)('keeps the last choice: first %s, then %s', async (first, last) => {
    const { accountId, removalId } = await begun(first);
    expect(await planned(removalId)).toBe(first);
    await service.call(
      contentRpc.hideContentOf,
      { accountId, removalId, cause: 'account', anonymousPosts: last },
      null,
    );
    expect(await planned(removalId)).toBe(last);
  });

  it.each(['keep', 'remove'] as const)('keeps the choice %s against later messages of identity', async (choice) => {
    const { accountId, removalId } = await begun(choice);
    await identity.publish(fact(AccountHidden, accountId, removalId));
    await service.settled(identity);
    expect(await planned(removalId)).toBe(choice);
  });

  it('plans nothing for an account that has returned', async () => {
    const { accountId, removalId } = await begun('keep');
    await show(removalId);
    await service.call(
      contentRpc.hideContentOf,
      { accountId, removalId, cause: 'account', anonymousPosts: 'remove' },
      null,
    );
    const { rows } = await service.service.pool.query(
      'select anonymous_plan as plan from hidings where removal_id = $1',
      [removalId],
    );
    expect(rows).toEqual([{ plan: null }]);
  });
});

describe('anonymous posts of a deleted account', () => {
  it('go one by one between hour 72 and day 30, like removals by their authors', async () => {
    const accountId = randomUUID();
    const room = await talk.ask();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await talk.ask({ isAnonymous: true }, accountId)).id);
    const { id: replyId } = await talk.reply(room.id, 'a whisper', accountId, { isAnonymous: true });
    const own = await talk.ask({ isAnonymous: true });
    await service.call(
      contentRpc.removeContent,
      { contentType: 'question', contentId: own.id, isAmbassador: false },
      maya,
    );
    const removalId = await remove(accountId, 'remove');
    await service.settled(identity);
    expect(await dueAt(24 * 29)).toEqual([]);
    const begun = Date.now();
    await erase(accountId, removalId);
    expect(await resolve(accountId)).toEqual([]);
    expect(await dueAt(70.9)).toEqual([]);
    const within = await Promise.all([72, 300, 719].map(dueAt));
    for (const { at } of within.flat()) expect(at).toBeGreaterThan(begun + 71.9 * hourMs);
    const late = await dueAt(24 * 30);
    expect(late.map(({ post }) => post.contentId).sort()).toEqual([...ids, replyId].sort());
    expect(new Set(late.map(({ at }) => at)).size).toBe(7);
    expect(await seenOf(ids)).toBe(6);
    await lookAt(24 * 30);
    expect(await seenOf(ids)).toBe(0);
    expect((await talk.page(room.id, null)).replies.map(({ id }) => id)).not.toContain(replyId);

    const { rows } = await service.service.pool.query<{ data: Record<string, unknown>; meta: object; xmin: string }>(
      `select data, meta, xmin::text from events where type = 'ContentRemoved' and data ->> 'contentId' = any($1)`,
      [[...ids, replyId, own.id]],
    );
    expect(rows).toHaveLength(8);
    expect(new Set(rows.map(({ data }) => data.removalId)).size).toBe(8);
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(8);
    expect(new Set(rows.map(({ data }) => data.cause))).toEqual(new Set(['author']));
    for (const { meta } of rows) expect(meta).toMatchObject({ actor: null, correlationId: null, causationId: null });
    expect(JSON.stringify(rows)).not.toContain(removalId);
    expect(JSON.stringify(rows)).not.toContain(accountId);
    const hiding = await service.service.pool.query('select xmin::text from hidings where removal_id = $1', [
      removalId,
    ]);
    expect(rows.map(({ xmin }) => xmin)).not.toContain(hiding.rows[0]!.xmin);
    await lookAt(24 * 36);
    expect(
      await service.service.pool.query('select 1 from hidings where removal_id = $1 and anonymous_plan is null', [
        removalId,
      ]),
    ).toMatchObject({
      rowCount: 1,
    });
  });

  it('stay if the account returns in time', async () => {
    const accountId = randomUUID();
    const { id } = await talk.ask({ isAnonymous: true }, accountId);
    const removalId = await remove(accountId, 'remove');
    await identity.publish(fact(AccountHidden, accountId, removalId));
    await identity.publish(fact(AccountShown, accountId, removalId));
    await service.settled(identity);
    await eventually('the plan is dropped', async () => {
      const found = await service.service.pool.query(
        'select 1 from hidings where removal_id = $1 and anonymous_plan is null',
        [removalId],
      );
      return found.rowCount === 1;
    });
    await lookAt(24 * 29);
    await lookAt(24 * 34);
    expect(await isSeen(id)).toBe(true);
    expect(await resolve(accountId)).toHaveLength(1);
  });
});
