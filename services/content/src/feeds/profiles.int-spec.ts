import { randomUUID } from 'node:crypto';
import { contentRpc, type FeedPlace } from '@hearsay/contracts';
import {
  type EventSource,
  eventually,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { boostBy, reposted, repostOf } from './engagement-facts.suite.js';

let service: TestService;
let engagement: EventSource;
let talk: Conversation;
const [maya, jonas] = [randomUUID(), randomUUID()];

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(content, contentSettings(), { prefix });
  engagement = await startEventSource('engagement', service.connection, prefix);
  talk = new Conversation(service, maya, jonas);
});
afterAll(async () => {
  await engagement.stop();
  await service.stop();
});

const profile = (accountId: string, before: string | null = null, as: string | null = null) =>
  service.call(contentRpc.profile, { accountId, before }, as);
const shown = (places: readonly FeedPlace[]) => places.map(({ activityType, kind, id }) => [activityType, kind, id]);
const nothing = { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 };

describe('a profile', () => {
  it('of a person without posts is empty', async () => {
    expect(await profile(randomUUID())).toEqual({ content: [], activity: [], reposts: [], stats: nothing });
  });

  it('holds posts in the person’s name, newest first', async () => {
    const person = randomUUID();
    const own = await talk.ask({}, person);
    const others = await talk.ask();
    const reply = await talk.reply(others.id, 'I know', person);
    const theirs = await talk.reply(own.id, 'So do I', jonas);
    const place = { contentType: 'question' as const, contentId: others.id, questionId: others.id };
    const boostId = randomUUID();
    await engagement.publish(
      boostBy(person, place, boostId),
      boostBy(jonas, { ...place, contentId: reply.id, contentType: 'discussion' }),
    );
    await service.settled(engagement);
    await engagement.publish(reposted(repostOf(person, 'question', others.id)));
    await eventually('the repost is there', async () => (await profile(person)).reposts.length === 1);
    await engagement.publish(reposted(repostOf(person, 'discussion', theirs.id, own.id)));
    await eventually('both reposts are there', async () => (await profile(person)).reposts.length === 2);
    const { content: posts, activity, reposts, stats } = await profile(person);
    expect(shown(posts)).toEqual([['created', 'question', own.id]]);
    expect(shown(activity)).toEqual([
      ['discussion-repost', 'answer', theirs.id],
      ['repost', 'question', others.id],
      ['boosted', 'question', others.id],
      ['replied', 'answer', reply.id],
      ['created', 'question', own.id],
    ]);
    expect(shown(reposts)).toEqual(shown(activity.slice(0, 2)));
    expect(stats).toEqual({ boostsGiven: 1, boostsReceived: 1, answersGiven: 1, questionsAsked: 1 });

    const older = await profile(person, activity[2]!.at);
    expect(shown(older.activity)).toEqual(shown(activity.slice(3)));
    expect(older.reposts).toEqual([]);
    await engagement.publish(boostBy(person, place, boostId, 2));
    await eventually('the boost is taken back', async () => (await profile(person)).stats.boostsGiven === 0);
    expect(shown((await profile(person)).activity)).not.toContainEqual(['boosted', 'question', others.id]);
  });

  it('holds no anonymous posts, for any viewer', async () => {
    const ghost = randomUUID();
    const question = await talk.ask({ isAnonymous: true }, ghost);
    const others = await talk.ask();
    const reply = await talk.reply(others.id, 'A secret', ghost, { isAnonymous: true });
    await engagement.publish(
      boostBy(jonas, { contentType: 'question', contentId: question.id, questionId: question.id }),
      boostBy(jonas, { contentType: 'discussion', contentId: reply.id, questionId: others.id }),
    );
    await service.settled(engagement);
    expect((await profile(jonas)).activity.some(({ id }) => id === question.id)).toBe(true);
    for (const viewer of [null, jonas, ghost]) {
      expect(await profile(ghost, null, viewer)).toEqual({ content: [], activity: [], reposts: [], stats: nothing });
    }
  });

  it('loses removed content and its replies', async () => {
    const person = randomUUID();
    const question = await talk.ask();
    const reply = await talk.reply(question.id, 'Soon gone', person);
    await engagement.publish(
      reposted(repostOf(person, 'question', question.id)),
      boostBy(person, { contentType: 'discussion', contentId: reply.id, questionId: question.id }),
    );
    await eventually('all is there', async () => (await profile(person)).activity.length === 3);
    await service.call(
      contentRpc.removeContent,
      { contentType: 'question', contentId: question.id, isAmbassador: false },
      maya,
    );
    const after = await profile(person);
    expect([after.activity, after.reposts]).toEqual([[], []]);
    expect(after.stats).toMatchObject({ answersGiven: 0, boostsReceived: 0 });
  });

  it('restores a repost that was outside the hidden period', async () => {
    const person = randomUUID();
    const [first, second, deleted] = [randomUUID(), randomUUID(), randomUUID()];
    const repost = repostOf(person, 'question', (await talk.ask()).id);
    const change = async (toggle: number) => {
      await engagement.publish(reposted(repost, toggle));
      await service.settled(engagement);
    };
    const hide = async (removalId: string, cause: 'wipe' | 'account' = 'wipe') => {
      await service.call(contentRpc.hideContentOf, { accountId: person, removalId, cause }, null);
      await service.settled(engagement);
    };
    const show = async (removalId: string) => {
      await service.call(contentRpc.showContentOf, { removalId }, null);
      await service.settled(engagement);
    };
    const isListed = async () => (await profile(person)).reposts.length === 1;
    await change(1);
    expect(await isListed()).toBe(true);
    await hide(first);
    await change(2);
    await hide(second);
    await show(first);
    expect(await isListed()).toBe(false);
    await change(3);
    expect(await isListed()).toBe(true);
    const third = randomUUID();
    await hide(third);
    expect(await isListed()).toBe(false);
    await change(4);
    await show(third);
    await change(5);
    expect(await isListed()).toBe(true);
    await change(6);
    await hide(deleted, 'account');
    await change(7);
    expect(await isListed()).toBe(false);
    await show(deleted);
    expect(await isListed()).toBe(true);
  });

  it('ends its lists where they say', async () => {
    const person = randomUUID();
    const start = Date.parse('2026-03-01T00:00:00.000Z');
    for (let index = 0; index < 55; index += 1)
      await talk.ask({}, person, { now: new Date(start + index).toISOString() });
    const { content: posts, activity, stats } = await profile(person);
    expect([posts.length, activity.length, stats.questionsAsked]).toEqual([20, 50, 55]);
    const next = await profile(person, posts.at(-1)!.at);
    expect(next.content).toHaveLength(20);
    expect(next.content[0]!.id < posts.at(-1)!.id).toBe(true);
  });

  it('keeps posts of the same time on one page, so that pages skip nothing', async () => {
    const person = randomUUID();
    const at = (index: number) => new Date(Date.parse('2026-03-01T00:00:00.000Z') + index).toISOString();
    const asked: string[] = [];
    for (let index = 0; index < 19; index += 1) asked.push((await talk.ask({}, person, { now: at(9 + index) })).id);
    for (let index = 0; index < 3; index += 1)
      asked.push(
        (await talk.ask({ title: `The same ${index}` }, person, { now: at(5), idempotencyKey: randomUUID() })).id,
      );
    asked.push((await talk.ask({}, person, { now: at(1) })).id);
    const first = (await profile(person)).content;
    expect(first).toHaveLength(22);
    const next = (await profile(person, first.at(-1)!.at)).content;
    expect([...first, ...next].map(({ id }) => id).sort()).toEqual(asked.sort());
  });
});
