import { contentRpc, engagementRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aGateway } from './gateway-under-test.suite.js';

const most = 3;

describe('a flood of visitors’ reads', () => {
  const gateway = aGateway({ VISITOR_CALLS_PER_SERVICE: `${most}` });
  let [asked, open, mostOpen] = [0, 0, 0];
  let letGo = () => {};
  afterEach(() => letGo());

  beforeEach(() => {
    [asked, open, mostOpen] = [0, 0, 0];
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    gateway.services.on(contentRpc.roomHeads, ({ questionIds }) => ({
      rooms: questionIds.map((questionId) => ({ questionId, lastNumber: 1, replyCount: 1, isHiding: false })),
    }));
    gateway.services.on(contentRpc.roomEntries, async (_input, { accountId }) => {
      const answer = { entries: [], to: 0, lastNumber: 0, replyCount: 0 };
      if (accountId !== null) return answer;
      asked += 1;
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await gate;
      open -= 1;
      return answer;
    });
  });

  const room = (cookie?: string) => gateway.get(`/api/questions/${uuidv7()}/room?after=0`, cookie);
  const statusesOf = async (answers: Promise<{ status: number }>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status));

  it('asks a service few things at once, and delays no boosts or people’s reads', async () => {
    const { cookie } = gateway.fan;
    const questionId = uuidv7();
    const boosted = { isBoosted: true, boostCount: 1, boostPeak: 1, questionId, hasReachedThreshold: false };
    gateway.services.on(engagementRpc.setBoost, () => boosted);
    const flood = Array.from({ length: 30 }, () => room());
    await eventually('as many are asked as there are slots', () => asked >= most);
    const boost = await gateway.ask('POST', `/api/questions/${questionId}/boost`, { cookie, body: {} });
    expect(boost).toMatchObject({ status: 200, body: { isBoosted: true, boostCount: 1 } });
    expect((await room(cookie)).status).toBe(200);
    letGo();
    expect(await statusesOf(flood)).toEqual(new Set([200]));
    expect([asked, mostOpen]).toEqual([30, most]);
  });

  it('frees the slots when a service refuses', async () => {
    gateway.services.refuse(contentRpc.roomEntries, 'not_found');
    expect(await statusesOf(Array.from({ length: 3 * most }, () => room()))).toEqual(new Set([404]));
    expect((await room()).status).toBe(404);
  });
});
