import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';
import { eraseWords } from '../removals/erasures.sql.js';
import { receiptHashOf } from './receipts.js';

const content = new ContentUnderTest();

const draft = {
  ...{ title: 'Do you dare?', description: null, isAnonymous: true },
  ...{ allowAnonymousAnswers: false, replyBoostThreshold: 0 },
};

const askFrom = async (target: string, idempotencyKey?: string, as: string | null = null) => {
  const context = idempotencyKey === undefined ? {} : { idempotencyKey };
  const asked = await content.call(contentRpc.askQuestion, { ...draft, targetId: target }, as, context);
  return { id: asked.question.id, receipt: asked.receipt };
};
const hashed = (receipt: string | undefined) => ({ receiptHash: receiptHashOf(receipt ?? '') });
const stateOf = (receipt: string | undefined) => content.call(contentRpc.askState, hashed(receipt), null);
const withdraw = (receipt: string | undefined, idempotencyKey?: string) =>
  content.call(contentRpc.withdrawAsk, hashed(receipt), null, idempotencyKey === undefined ? {} : { idempotencyKey });
const pendingOf = async (target: string) =>
  (await content.call(contentRpc.pendingQuestions, { before: null }, target)).questions.map(({ id }) => id);

describe('the receipt of an ask', () => {
  it('a receipt is returned only to guests, and stored only as a hash', async () => {
    const target = randomUUID();
    const { receipt } = await askFrom(target);
    expect(receipt).toMatch(/^[\w-]{22}$/);
    expect((await askFrom(target, undefined, content.maya)).receipt).toBeUndefined();
    const tables = ['receipts', 'events', 'command_results', 'questions', 'texts', 'stream_heads'];
    const rows = await Promise.all(
      tables.map((table) => content.rows(`select to_jsonb(t)::text as row from ${table} t`)),
    );
    const stored = JSON.stringify(rows);
    expect(stored).toContain(receiptHashOf(receipt!));
    expect(stored).not.toContain(receipt);
  });

  it('a receipt is the same for a repeated key, and differs between asks', async () => {
    const target = randomUUID();
    const key = randomUUID();
    const [first, ...repeats] = [
      await askFrom(target, key),
      ...(await Promise.all([1, 2, 3].map(() => askFrom(target, key)))),
    ];
    for (const repeat of repeats) expect(repeat).toEqual(first);
    const others = [await askFrom(target), await askFrom(target), await askFrom(target, randomUUID())];
    expect(new Set([first, ...others].map(({ receipt }) => receipt)).size).toBe(4);
    expect(await stateOf(first.receipt)).toEqual({ state: 'waiting', questionId: null });
  });

  it('after the approval, a receipt finds the question but cannot withdraw it', async () => {
    const target = randomUUID();
    const { id, receipt } = await askFrom(target);
    await content.call(contentRpc.approveQuestion, { questionId: id }, target);
    expect(await stateOf(receipt)).toEqual({ state: 'answered', questionId: id });
    await expectRefusal(withdraw(receipt), 'conflict');
    await content.remove('question', id, target);
    expect(await stateOf(receipt)).toEqual({ state: 'gone', questionId: null });
    await expectRefusal(withdraw(receipt), 'not_found');
  });

  it('an ignored or withheld ask looks pending by its receipt, and can be withdrawn', async () => {
    const target = randomUUID();
    const [plain, ignored, withheld] = [await askFrom(target), await askFrom(target), await askFrom(target)];
    await content.call(contentRpc.ignoreQuestion, { questionId: ignored.id }, target);
    await content.remove('question', withheld.id, randomUUID(), true);
    expect(await pendingOf(target)).toEqual([plain.id]);
    for (const { receipt } of [plain, ignored, withheld]) {
      expect(await stateOf(receipt)).toEqual({ state: 'waiting', questionId: null });
      expect(await withdraw(receipt)).toEqual({});
      expect(await stateOf(receipt)).toEqual({ state: 'gone', questionId: null });
      await expectRefusal(withdraw(receipt), 'not_found');
    }
    expect(await pendingOf(target)).toEqual([]);
  });

  it('a repeated withdrawal gets the same result, and cannot succeed with an approval', async () => {
    const target = randomUUID();
    const { receipt } = await askFrom(target);
    const key = randomUUID();
    expect(await Promise.all([1, 2, 3].map(() => withdraw(receipt, key)))).toEqual([{}, {}, {}]);
    for (let time = 0; time < 5; time += 1) {
      const asked = await askFrom(target);
      const [withdrawn] = await Promise.allSettled([
        withdraw(asked.receipt),
        content.call(contentRpc.approveQuestion, { questionId: asked.id }, target),
      ]);
      const { state } = await stateOf(asked.receipt);
      expect(state).toBe(withdrawn.status === 'fulfilled' ? 'gone' : 'answered');
    }
  });

  it('a receipt is not found if it is unknown, or after the words are erased', async () => {
    await expectRefusal(stateOf('x'.repeat(22)), 'not_found');
    await expectRefusal(withdraw('x'.repeat(22)), 'not_found');
    const { id, receipt } = await askFrom(randomUUID());
    await withdraw(receipt);
    await content.rows(`update erasures set due_at = now() - interval '1 hour' where content_id = $1`, id);
    await eraseWords(content.pool);
    expect(await content.rows('select from receipts where question_id = $1', id)).toEqual([]);
    await expectRefusal(stateOf(receipt), 'not_found');
  });
});
