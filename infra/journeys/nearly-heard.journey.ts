import { randomUUID } from 'node:crypto';
import type { BoostAnswer, FeedItem, Question, UsualBoosts } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

const secret = 'It was the neighbour all along';

export const nearlyHeardJourney = (system: System): void => {
  const visitor = new Client(system);
  const [asker, one, two, opener] = registerPeople(system, 'asker', 'one', 'two', 'opener');
  const near = (client: Client) => client.get<FeedItem[]>('/api/feed/nearly-heard?limit=10');
  const nearAs = async (client: Client) => (await near(client)).find(({ id }) => id === question.id);
  let question: Question;

  beforeAll(async () => {
    const words = { title: 'Who took the bell?', description: secret };
    question = await asker.ask({ ...words, replyBoostThreshold: 3 });
    await one.boost('question', question.id);
    await two.boost('question', question.id);
    await untilReadyAndSettled(system);
    await eventually('the choice is made again', async () => (await nearAs(visitor)) !== undefined);
  });

  it('a confession that lacks one boost is listed without its words', async () => {
    const locked = {
      kind: 'question',
      activityType: 'created',
      boostCount: 2,
      isRevealed: false,
      hasDescription: true,
    };
    const closed = { openedAt: null, openedBoosts: null, repostData: null };
    for (const reader of [visitor, opener])
      expect(await nearAs(reader)).toMatchObject({ ...locked, ...closed, description: null, isMine: false });
    expect(await nearAs(asker)).toMatchObject({ ...locked, description: secret, isMine: true });
    for (const reader of [visitor, one, two, opener]) expect(reader.received.join('\n')).not.toContain(secret);
  });

  it('the boost that opens a question gets `opened`, also when it is repeated', async () => {
    const act = (client: Client, isBoosted: boolean, key: string) =>
      client.expect<BoostAnswer>('POST', `/api/questions/${question.id}/boost`, { body: { isBoosted }, key });
    const [key, again] = [randomUUID(), randomUUID()];
    const opened = { isBoosted: true, boostCount: 3, opened: true };
    expect(await act(opener, true, key)).toEqual(opened);
    expect(await nearAs(visitor)).toBeUndefined();
    expect(await act(opener, true, key)).toEqual(opened);
    expect(await act(opener, true, again)).toEqual({ ...opened, opened: false });
    expect(await act(one, false, randomUUID())).toEqual({ isBoosted: false, boostCount: 2, opened: false });
    expect(await act(one, true, randomUUID())).toEqual({ ...opened, opened: false });
  });

  it('question, feed and room show when a question opened and by how many boosts', async () => {
    const { openedAt, openedBoosts } = await visitor.question(question.id);
    expect(openedBoosts).toBe(3);
    expect(Date.parse(openedAt!)).toBeGreaterThan(Date.parse(question.createdAt));
    const feed = await opener.get<FeedItem[]>('/api/feed?sortBy=recent&limit=50');
    expect(feed.find(({ id }) => id === question.id)).toMatchObject({ openedAt, openedBoosts, description: secret });
    const { entries } = await visitor.room(question.id, 0);
    expect(entries).toEqual([{ number: 1, entry: 'revealed', revealCount: 3, openedAt }]);
  });

  it('the usual number of boosts is unknown while few questions are a day old', async () => {
    expect(await asker.get<UsualBoosts>('/api/questions/usual')).toEqual({ boosts: null });
    expect((await visitor.call('GET', '/api/questions/usual')).status).toBe(401);
  });
};
