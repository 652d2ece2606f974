import { randomUUID } from 'node:crypto';
import { AccountErased, contentRpc, limits } from '@hearsay/contracts';
import { accountFact, eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ignoreOldHeldAsks } from '../approvals/held-asks.js';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { receiptHashOf } from '../receipts/receipts.js';

const content = new ContentUnderTest('identity');
const { ask, page } = content;
// Each test has new people, because of the daily limit of asks.
let [tara, maya] = [randomUUID(), randomUUID()];
beforeEach(() => {
  [tara, maya] = [randomUUID(), randomUUID()];
});

const add = async (text: string, expiresAt: string | null = null, as: string | null = tara, context: object = {}) =>
  (await content.call(contentRpc.addWordRule, { text, expiresAt }, as, context)).rule;
const drop = (ruleId: string, as = tara, context: object = {}) =>
  content.call(contentRpc.removeWordRule, { ruleId }, as, context);
const rulesOf = async (as = tara) => (await content.call(contentRpc.wordRules, {}, as)).rules;
const preview = (text: string, as = tara) => content.call(contentRpc.previewWordRule, { text }, as);
const waiting = async (isFiltered: boolean) =>
  (await content.call(contentRpc.pendingQuestions, { before: null, isFiltered }, tara)).questions;
const lists = async () => {
  const [pending, held] = [await waiting(false), await waiting(true)];
  expect(pending.every(({ filteredBy }) => filteredBy === null)).toBe(true);
  return { pending: idsOf(pending), held: Object.fromEntries(held.map(({ id, filteredBy }) => [id, filteredBy])) };
};
const askTara = (title: string, over: object = {}, as: string | null = maya) =>
  ask({ targetId: tara, title, ...over }, as);
const sweep = () => ignoreOldHeldAsks(content.pool, content.service.service.pipeline);
const age = (questionId: string, days: number) =>
  content.rows(
    `update held_asks set held_at = now() - make_interval(days => $2) where question_id = $1`,
    questionId,
    days,
  );

describe('a word rule', () => {
  it('a rule holds later asks with its word by any author, and is shown as the reason', async () => {
    const before = await askTara('Is Idiot a word?');
    await add('idiot');
    const signed = await askTara('You IDIOT?');
    const anonymous = await askTara('You ídíot?', { isAnonymous: true });
    const guests = await askTara('Hello?', { isAnonymous: true, description: 'idiot' }, null);
    const clean = await askTara('Idiotic?');
    expect(await lists()).toEqual({
      pending: [clean.id, before.id],
      held: { [guests.id]: 'idiot', [anonymous.id]: 'idiot', [signed.id]: 'idiot' },
    });
    const told = await content.rows<{ id: string }>(
      `select data ->> 'questionId' as id from events where type = 'QuestionAsked' and data ->> 'targetId' = $1
       and not data ? 'isHeld' order by data ->> 'questionId'`,
      tara,
    );
    expect(idsOf(told)).toEqual([before.id, clean.id].sort());
  });

  it('rules read a locked description when its asker or the end of the lock opens it', async () => {
    await add('idiot');
    const words = { description: 'You idiot', replyBoostThreshold: 3 };
    const ends = { lockUntil: new Date(Date.now() + 86_400_000).toISOString(), ifNotReached: 'open' };
    const [lowered, ended, locked] = [
      await askTara('Lowered?', words),
      await askTara('Ended?', { ...words, ...ends }),
      await askTara('Locked?', words),
    ];
    await content.edit(locked.id, { replyBoostThreshold: 1 }, maya);
    expect((await lists()).held).toEqual({});
    await content.edit(lowered.id, { replyBoostThreshold: 0 }, maya);
    await content.endLock(ended.id);
    await eventually('the lock has ended', async () => ended.id in (await lists()).held);
    expect(await lists()).toEqual({ pending: [locked.id], held: { [lowered.id]: 'idiot', [ended.id]: 'idiot' } });
  });

  it('only the target sees a rule, and a held ask looks pending to its asker', async () => {
    await add('secret');
    const asked = [await askTara('No?'), await askTara('A secret?')];
    const seen = asked.map(({ id, title, createdAt, ...rest }) => [typeof id, title.length > 0, rest]);
    expect(seen[1]).toEqual(seen[0]);
    const pages = await Promise.all(asked.map(({ id }) => page(id, maya)));
    const [one, two] = pages.map(({ question: { id, title, createdAt, ...rest }, ...room }) => ({ ...rest, ...room }));
    expect(two).toEqual(one);
    const draft = { targetId: tara, description: null, isAnonymous: true, allowAnonymousAnswers: true };
    for (const title of ['No?', 'A secret?']) {
      const { receipt } = await content.call(contentRpc.askQuestion, { ...draft, title, replyBoostThreshold: 0 }, null);
      const state = content.call(contentRpc.askState, { receiptHash: receiptHashOf(receipt ?? '') }, null);
      expect(await state).toEqual({ state: 'waiting', questionId: null });
    }
    await expectRefusal(drop((await rulesOf())[0]!.id, maya), 'not_found');
    expect(await rulesOf(maya)).toEqual([]);
  });

  it('the removal of a rule releases asks that no other rule holds', async () => {
    const [first, second] = [await add('cat'), await add('dog')];
    const [both, one] = [await askTara('Cat or dog?'), await askTara('A cat?')];
    expect((await lists()).held).toEqual({ [both.id]: 'cat', [one.id]: 'cat' });
    const once = { idempotencyKey: randomUUID() };
    await drop(first.id, tara, once);
    await drop(first.id, tara, once);
    await expectRefusal(drop(first.id), 'not_found');
    expect(await lists()).toEqual({ pending: [one.id], held: { [both.id]: 'dog' } });
    expect(idsOf(await rulesOf())).toEqual([second.id]);
  });

  it('after its end by the clock of the database, a rule holds no new ask', async () => {
    for (const past of ['2026-01-01T00:00:00.000Z', new Date().toISOString()])
      await expectRefusal(add('now', past), 'invalid_input');
    const { id } = await add('now', new Date(Date.now() + 60_000).toISOString());
    const held = await askTara('Not now?');
    await content.rows(`update word_rules set expires_at = now() - interval '1 second' where id = $1`, id);
    const free = await askTara('And now?');
    expect(await lists()).toEqual({ pending: [free.id], held: { [held.id]: 'now' } });
  });

  it('a rule checks the new words of an edited ask', async () => {
    await add('rude');
    const { id } = await askTara('Kind?', { description: 'Yes' });
    await content.edit(id, { title: 'Rude?' }, maya);
    expect((await lists()).held).toEqual({ [id]: 'rude' });
    await content.edit(id, { description: 'Very' }, maya);
    expect((await lists()).held).toEqual({ [id]: 'rude' });
    await content.edit(id, { title: 'Kind again?', description: null }, maya);
    expect(await lists()).toEqual({ pending: [id], held: {} });
  });

  it('neither a rule nor its preview reads a locked description', async () => {
    await add('hidden');
    const locked = await askTara('What?', { description: 'hidden words', replyBoostThreshold: 3 });
    expect(await lists()).toEqual({ pending: [locked.id], held: {} });
    expect(await preview('hidden')).toEqual({ held: 0, of: 1 });
  });

  it('a rule is refused if it has no word, from a visitor, and above the limit', async () => {
    for (const call of [add('?!'), preview('?!')]) await expectRefusal(call, 'invalid_input');
    await expectRefusal(add('word', null, null), 'unauthenticated');
    const adding = Array.from({ length: limits.wordRules + 5 }, (_, index) => add(`word ${index}`));
    const added = await Promise.allSettled(adding);
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.wordRules);
    await expectRefusal(add('one more'), 'too_many');
    await drop((await rulesOf())[0]!.id);
    const once = { idempotencyKey: randomUUID() };
    const rule = await add('one more', null, tara, once);
    expect(await add('one more', null, tara, once)).toEqual(rule);
    expect(await rulesOf()).toHaveLength(limits.wordRules);
  });

  it('a rule is erased with its account', async () => {
    await add('mine');
    const { id } = await askTara('Mine?');
    await content.identity.publish(accountFact(AccountErased, tara));
    await content.settled();
    expect(await rulesOf()).toEqual([]);
    await age(id, limits.heldAskDays);
    await sweep();
    expect(await content.rows('select from held_asks where question_id = $1', id)).toEqual([]);
  });
});

describe('a preview', () => {
  it('a preview counts how many of the newest asks a rule would have held', async () => {
    const asked = [];
    for (const title of ['A cat?', 'No?', 'Cat!', 'Cats?']) asked.push(await askTara(title));
    await content.call(contentRpc.ignoreQuestion, { questionId: asked[0]!.id }, tara);
    await content.call(contentRpc.approveQuestion, { questionId: asked[2]!.id }, tara);
    expect(await preview('CAT')).toEqual({ held: 2, of: 4 });
    await content.remove('question', asked[0]!.id, maya);
    expect(await preview('cat')).toEqual({ held: 1, of: 3 });
    expect(await preview('cat', maya)).toEqual({ held: 0, of: 0 });
    expect(await rulesOf()).toEqual([]);
  });
});

describe('a held ask', () => {
  it('a held ask can be approved or ignored like any other pending ask', async () => {
    await add('well');
    const [one, other] = [await askTara('Well?'), await askTara('Well, well?')];
    await content.call(contentRpc.approveQuestion, { questionId: one.id }, tara);
    await content.call(contentRpc.ignoreQuestion, { questionId: other.id }, tara);
    expect(await lists()).toEqual({ pending: [], held: {} });
    expect((await page(one.id)).question.isApproved).toBe(true);
    for (const { id } of [one, other]) await age(id, limits.heldAskDays);
    await sweep();
    expect(await content.rows('select from held_asks where question_id = any($1)', [one.id, other.id])).toEqual([]);
    expect((await page(one.id)).question.isApproved).toBe(true);
  });

  it('a held ask is ignored after thirty days, but looks pending to its asker', async () => {
    await add('old');
    const [kept, gone] = [await askTara('Old?'), await askTara('Older than old?')];
    await age(kept.id, limits.heldAskDays - 1);
    await age(gone.id, limits.heldAskDays);
    const before = await page(gone.id, maya);
    await sweep();
    expect(await page(gone.id, maya)).toEqual(before);
    expect(await lists()).toEqual({ pending: [], held: { [kept.id]: 'old' } });
    const [{ approval } = { approval: '' }] = await content.rows<{ approval: string }>(
      'select approval from questions where id = $1',
      gone.id,
    );
    expect(approval).toBe('ignored');
  });

  it('an ask whose rule was removed stays pending without a time limit', async () => {
    const { id: ruleId } = await add('free');
    const { id } = await askTara('Free?');
    await age(id, limits.heldAskDays + 1);
    await drop(ruleId);
    await sweep();
    expect(await lists()).toEqual({ pending: [id], held: {} });
  });
});
