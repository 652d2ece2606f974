import { contentRpc, engagementRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

const most = 3;

describe('a flood of visitors’ reads', () => {
  let gateway: GatewayUnderTest;
  let asked = 0;
  let open = 0;
  let mostOpen = 0;
  let letGo: () => void = () => undefined;

  beforeEach(async () => {
    gateway = await GatewayUnderTest.start({ VISITOR_CALLS_PER_SERVICE: `${most}` });
    [asked, open, mostOpen] = [0, 0, 0];
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    gateway.services.on(contentRpc.roomHeads, ({ questionIds }: { questionIds: string[] }) => ({
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
    gateway.services.on(engagementRpc.setBoost, ({ contentId }: { contentId: string }) => ({
      isBoosted: true,
      boostCount: 1,
      boostPeak: 1,
      questionId: contentId,
      hasReachedThreshold: false,
    }));
  });
  afterEach(async () => {
    letGo();
    await gateway.stop();
  });

  const room = (cookie?: string) =>
    gateway.ask('GET', `/api/questions/${uuidv7()}/room?after=0`, cookie === undefined ? {} : { cookie });

  it('asks a service few things at once, and delays no boosts or people’s reads', async () => {
    const { cookie } = gateway.services.signIn('nora');
    const flood = Array.from({ length: 30 }, () => room());
    await eventually('as many are asked as there are slots', () => asked >= most);
    const boost = await gateway.ask('POST', `/api/questions/${uuidv7()}/boost`, { cookie, body: { isBoosted: true } });
    expect(boost).toMatchObject({ status: 200, body: { isBoosted: true, boostCount: 1 } });
    expect((await room(cookie)).status).toBe(200);
    letGo();
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 200));
    expect([asked, mostOpen]).toEqual([30, most]);
  });

  it('frees the slots when a service refuses', async () => {
    gateway.services.on(contentRpc.roomEntries, () => {
      throw new Refusal('not_found');
    });
    const answers = await Promise.all(Array.from({ length: 3 * most }, () => room()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await room()).status).toBe(404);
  });
});
