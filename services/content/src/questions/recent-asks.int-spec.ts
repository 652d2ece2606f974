import { randomUUID } from 'node:crypto';
import { contentRpc, limits } from '@hearsay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { approvalsBy } from '../approvals/approvals.suite.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { ContentNeighbours } from '../content-neighbours.suite.js';

const neighbours = new ContentNeighbours(contentSettings());
let talk: Conversation;
beforeAll(() => {
  talk = new Conversation(neighbours.service, randomUUID(), randomUUID());
});

const most = limits.asksOfOnePerDay;
const dayAgo = (hours: number) => ({ now: new Date(Date.now() - hours * 3_600_000).toISOString() });
const pair = () => {
  const [asker, targetId] = [randomUUID(), randomUUID()];
  const ask = (over: object = {}, context: object = {}) => talk.ask({ targetId, ...over }, asker, context);
  const askMany = async (count: number, context: object = {}) => {
    const asked: { id: string }[] = [];
    for (let turn = 0; turn < count; turn += 1) asked.push(await ask({ isAnonymous: turn % 2 === 1 }, context));
    return asked;
  };
  return { asker, targetId, ask, askMany, ...approvalsBy(targetId, () => talk) };
};

describe('one person asks another', () => {
  it('ten times a day, signed or anonymous, and learns when to ask again', async () => {
    const { ask, askMany } = pair();
    await askMany(most);
    for (const isAnonymous of [false, true]) {
      const refused = await ask({ isAnonymous }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'rate_limited', details: { fields: { title: expect.any(String) } } });
      const { retryAfter } = (refused as { details: { retryAfter: number } }).details;
      expect(retryAfter).toBeGreaterThan(86_000);
      expect(retryAfter).toBeLessThanOrEqual(86_400);
    }
  });

  it('at most ten times also with concurrent calls', async () => {
    const { ask } = pair();
    const asks = await Promise.allSettled(
      Array.from({ length: most + 5 }, (_, turn) => ask({ isAnonymous: turn % 2 === 1 })),
    );
    expect(asks.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  });

  const counted: readonly [string, (people: ReturnType<typeof pair>, id: string) => Promise<unknown>][] = [
    ['ignored', ({ ignore }, id) => ignore(id)],
    ['approved', ({ approve }, id) => approve(id)],
    [
      'deleted by its asker',
      ({ asker }, contentId) =>
        neighbours.service.call(
          contentRpc.removeContent,
          { contentType: 'question', contentId, isAmbassador: false },
          asker,
        ),
    ],
  ];
  it.each(counted)('with one use of the limit if the question is %s', async (_what, act) => {
    const people = pair();
    const [first] = await people.askMany(most);
    await act(people, first!.id);
    await expect(people.ask()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  const uncounted: readonly [string, (people: ReturnType<typeof pair>) => Promise<unknown>][] = [
    ['a day old', ({ askMany }) => askMany(1, dayAgo(25))],
    ['refused', ({ asker }) => talk.ask({ targetId: neighbours.closed }, asker).catch(() => null)],
    ['of another sender', ({ targetId }) => talk.ask({ targetId }, randomUUID())],
    ['of a guest', ({ targetId }) => talk.ask({ targetId, isAnonymous: true }, null)],
    ['to another person', ({ asker }) => talk.ask({ targetId: randomUUID() }, asker)],
    ['to everyone', ({ asker }) => talk.ask({}, asker)],
  ];
  it.each(uncounted)('without use of the limit if the question is %s', async (_what, act) => {
    const people = pair();
    await act(people);
    expect(await people.askMany(most)).toHaveLength(most);
  });

  it('without use of the limit for a repeat under its key', async () => {
    const { ask, askMany } = pair();
    const once = { idempotencyKey: randomUUID() };
    const { id } = await ask({}, once);
    await askMany(most - 1);
    expect((await ask({}, once)).id).toBe(id);
  });
});
