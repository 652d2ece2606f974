import { randomUUID } from 'node:crypto';
import { limits } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { approvalCallsBy } from '../approvals/approvals.suite.js';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';

const content = new ContentUnderTest();

const most = limits.asksOfOnePerDay;
const dayAgo = { now: new Date(Date.now() - 25 * 3_600_000).toISOString() };
const pair = () => {
  const [asker, targetId] = [randomUUID(), randomUUID()];
  const ask = (over: object = {}, context: object = {}) => content.ask({ targetId, ...over }, asker, context);
  const askMany = async (count: number, context: object = {}) => {
    const asked: { id: string }[] = [];
    for (let turn = 0; turn < count; turn += 1) asked.push(await ask({ isAnonymous: turn % 2 === 1 }, context));
    return asked;
  };
  return { asker, targetId, ask, askMany, ...approvalCallsBy(targetId, content) };
};
type People = ReturnType<typeof pair>;

describe('the daily limit of asks from one person to another', () => {
  it('ten asks a day are allowed, and a refusal says when the next is possible', async () => {
    const { ask, askMany } = pair();
    await askMany(most);
    for (const isAnonymous of [false, true]) {
      const refusal = await ask({ isAnonymous }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'rate_limited', details: { fields: { title: expect.any(String) } } });
      const { retryAfter } = (refusal as { details: { retryAfter: number } }).details;
      expect(retryAfter).toBeGreaterThan(86_000);
      expect(retryAfter).toBeLessThanOrEqual(86_400);
    }
  });

  it('exactly ten asks are allowed even with concurrent calls', async () => {
    const { ask } = pair();
    const acts = Array.from({ length: most + 5 }, (_, turn) => ask({ isAnonymous: turn % 2 === 1 }));
    const asks = await Promise.allSettled(acts);
    expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  });

  it.each<[string, (people: People, id: string) => Promise<unknown>]>([
    ['ignored', ({ ignore }, id) => ignore(id)],
    ['approved', ({ approve }, id) => approve(id)],
    ['deleted by its asker', ({ asker }, id) => content.remove('question', id, asker)],
  ])('counts a question that is %s', async (_what, act) => {
    const people = pair();
    const [first] = await people.askMany(most);
    await act(people, first!.id);
    await expectRefusal(people.ask(), 'rate_limited');
  });

  const [closed] = content.closed;
  it.each<[string, (people: People) => Promise<unknown>]>([
    ['a day old', ({ askMany }) => askMany(1, dayAgo)],
    ['refused', ({ asker }) => content.ask({ targetId: closed }, asker).catch(() => null)],
    ['of another sender', ({ targetId }) => content.ask({ targetId }, randomUUID())],
    ['of a guest', ({ targetId }) => content.ask({ targetId, isAnonymous: true }, null)],
    ['to another person', ({ asker }) => content.ask({ targetId: randomUUID() }, asker)],
    ['to everyone', ({ asker }) => content.ask({}, asker)],
  ])('does not count a question that is %s', async (_what, act) => {
    const people = pair();
    await act(people);
    expect(await people.askMany(most)).toHaveLength(most);
  });

  it('a repeated ask under the same key does not count', async () => {
    const { ask, askMany } = pair();
    const once = { idempotencyKey: randomUUID() };
    const { id } = await ask({}, once);
    await askMany(most - 1);
    expect((await ask({}, once)).id).toBe(id);
  });
});
