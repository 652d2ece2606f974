import { randomUUID } from 'node:crypto';
import { contentRpc, type FeedPlace } from '@hearsay/contracts';
import { eventually, type SourceFact } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf } from '../content.suite.js';
import { boostFactBy, newRepost, repostFact } from './engagement-facts.suite.js';

const content = new ContentUnderTest('engagement');
const { ask, reply, profile, maya, jonas } = content;
const publish = (...facts: readonly SourceFact[]) => content.engagement.publish(...facts);

const shown = (places: readonly FeedPlace[]) => places.map(({ activityType, kind, id }) => [activityType, kind, id]);
const nothing = { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 };
const empty = { content: [], activity: [], reposts: [], stats: nothing };
const questionRef = (id: string) => ({ contentType: 'question' as const, contentId: id, questionId: id });
const replyRef = (id: string, questionId: string) => ({
  contentType: 'discussion' as const,
  contentId: id,
  questionId,
});
const instant = (index: number) => ({ now: new Date(Date.parse('2026-03-01T00:00:00.000Z') + index).toISOString() });

describe('a profile', () => {
  it('a profile is empty for a person without posts', async () => {
    expect(await profile(randomUUID())).toEqual(empty);
  });

  it('a profile has posts in the person’s name, newest first', async () => {
    const person = randomUUID();
    const own = await ask({}, person);
    const others = await ask();
    const answer = await reply(others.id, 'I know', person);
    const theirs = await reply(own.id, 'So do I');
    const boostId = randomUUID();
    await publish(
      boostFactBy(person, questionRef(others.id), boostId),
      boostFactBy(jonas, replyRef(answer.id, others.id)),
    );
    await content.settled();
    await publish(repostFact(newRepost(person, 'question', others.id)));
    await eventually('the repost is there', async () => (await profile(person)).reposts.length === 1);
    await publish(repostFact(newRepost(person, 'discussion', theirs.id, own.id)));
    await eventually('both reposts are there', async () => (await profile(person)).reposts.length === 2);
    const { content: posts, activity, reposts, stats } = await profile(person);
    expect(shown(posts)).toEqual([['created', 'question', own.id]]);
    expect(shown(activity)).toEqual([
      ['discussion-repost', 'answer', theirs.id],
      ['repost', 'question', others.id],
      ['boosted', 'question', others.id],
      ['replied', 'answer', answer.id],
      ['created', 'question', own.id],
    ]);
    expect(shown(reposts)).toEqual(shown(activity.slice(0, 2)));
    expect(stats).toEqual({ boostsGiven: 1, boostsReceived: 1, answersGiven: 1, questionsAsked: 1 });

    const older = await profile(person, activity[2]!.at);
    expect(shown(older.activity)).toEqual(shown(activity.slice(3)));
    expect(older.reposts).toEqual([]);
    await publish(boostFactBy(person, questionRef(others.id), boostId, 2));
    await eventually('the boost is taken back', async () => (await profile(person)).stats.boostsGiven === 0);
    expect(shown((await profile(person)).activity)).not.toContainEqual(['boosted', 'question', others.id]);
  });

  it('a list has only replies or only episodes, without anonymous and removed posts', async () => {
    const person = randomUUID();
    const others = await ask();
    const gone = await ask();
    const replies = [];
    for (let index = 0; index < 22; index += 1)
      replies.push((await reply(others.id, 'I know', person, { ...instant(index), idempotencyKey: randomUUID() })).id);
    await reply(gone.id, 'Soon gone', person);
    await reply(others.id, 'A secret', person, { isAnonymous: true });
    await content.remove('question', gone.id, maya);
    const posts = async (kind: 'answer' | 'podcast', before: string | null = null, accountId: string = person) =>
      (await content.call(contentRpc.postsOfPerson, { accountId, kind, before }, null)).places;
    const first = await posts('answer');
    expect(idsOf(first)).toEqual(replies.slice(2).reverse());
    expect(idsOf(await posts('answer', first.at(-1)!.at))).toEqual([replies[1], replies[0]]);
    expect(await posts('podcast')).toEqual([]);
    const episode = await content.published();
    expect(shown(await posts('podcast', null, maya))).toEqual([['created', 'podcast', episode.id]]);
  });

  it('a profile has no anonymous posts for any viewer', async () => {
    const ghost = randomUUID();
    const question = await ask({ isAnonymous: true }, ghost);
    const others = await ask();
    const answer = await reply(others.id, 'A secret', ghost, { isAnonymous: true });
    await publish(boostFactBy(jonas, questionRef(question.id)), boostFactBy(jonas, replyRef(answer.id, others.id)));
    await content.settled();
    expect(idsOf((await profile(jonas)).activity)).toContain(question.id);
    for (const viewer of [null, jonas, ghost]) expect(await profile(ghost, null, viewer)).toEqual(empty);
  });

  it('a profile has no removed content and none of its replies', async () => {
    const person = randomUUID();
    const question = await ask();
    const answer = await reply(question.id, 'Soon gone', person);
    await publish(
      repostFact(newRepost(person, 'question', question.id)),
      boostFactBy(person, replyRef(answer.id, question.id)),
    );
    await eventually('all is there', async () => (await profile(person)).activity.length === 3);
    await content.remove('question', question.id, maya);
    const after = await profile(person);
    expect([after.activity, after.reposts]).toEqual([[], []]);
    expect(after.stats).toMatchObject({ answersGiven: 0, boostsReceived: 0 });
  });

  it('restores a repost that was outside the hidden period', async () => {
    const person = randomUUID();
    const [first, second, third, deleted] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const repost = newRepost(person, 'question', (await ask()).id);
    const change = async (toggle: number) => {
      await publish(repostFact(repost, toggle));
      await content.settled();
    };
    const hide = (removalId: string, cause?: 'account') => content.hide(person, removalId, cause);
    const show = (removalId: string) => content.show(removalId);
    const isListed = async () => {
      const isInProfile = (await profile(person)).reposts.length === 1;
      expect((await content.wholeFeed()).some(({ repostId }) => repostId === repost.repostId)).toBe(isInProfile);
      return isInProfile;
    };
    const steps: [() => Promise<unknown>, boolean?][] = [
      [() => change(1), true],
      [() => hide(first)],
      [() => change(2)],
      [() => hide(second)],
      [() => show(first), false],
      [() => change(3), true],
      [() => hide(third), false],
      [() => change(4)],
      [() => show(third)],
      [() => change(5), true],
      [() => change(6)],
      [() => hide(deleted, 'account')],
      [() => change(7), false],
      [() => show(deleted), true],
    ];
    for (const [index, [step, expected]] of steps.entries()) {
      await step();
      // A hiding takes effect at once, before its removals have ended.
      if (expected !== undefined) expect([index, await isListed()]).toEqual([index, expected]);
      await content.settled();
      if (expected !== undefined) expect([index, await isListed()]).toEqual([index, expected]);
    }
  });

  it('a profile ends its lists at their limits', async () => {
    const person = randomUUID();
    for (let index = 0; index < 55; index += 1) await ask({}, person, instant(index));
    const { content: posts, activity, stats } = await profile(person);
    expect([posts.length, activity.length, stats.questionsAsked]).toEqual([20, 50, 55]);
    const next = await profile(person, posts.at(-1)!.at);
    expect(next.content).toHaveLength(20);
    expect(next.content[0]!.id < posts.at(-1)!.id).toBe(true);
  });

  it('a page of a profile has all posts of its last instant, so pages skip no post', async () => {
    const person = randomUUID();
    const times = [...Array.from({ length: 19 }, (_, index) => 9 + index), 5, 5, 5, 1];
    const asked: string[] = [];
    for (const at of times) asked.push((await ask({}, person, { ...instant(at), idempotencyKey: randomUUID() })).id);
    const first = (await profile(person)).content;
    expect(first).toHaveLength(22);
    const next = (await profile(person, first.at(-1)!.at)).content;
    expect(idsOf([...first, ...next]).sort()).toEqual(asked.sort());
  });
});
