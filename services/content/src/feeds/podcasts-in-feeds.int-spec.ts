import { randomUUID } from 'node:crypto';
import { followed, runInGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf } from '../content.suite.js';
import { boostFactBy, newRepost, repostFact } from './engagement-facts.suite.js';

const content = new ContentUnderTest('engagement');
const { ask, profile, published, maya, jonas } = content;
const fan = randomUUID();

const feed = async (sort: 'recent' | 'boosted' | 'trending', followersOnly = false) => {
  await content.rows('delete from frozen_lists');
  return (await content.feed({ sort, limit: 50, followersOnly }, fan)).items;
};

describe('an episode', () => {
  it('an episode is in every list, as itself and as a repost, until its removal', async () => {
    const question = await ask();
    const { id } = await published();
    const repost = newRepost(jonas, 'podcast', id);
    const boost = boostFactBy(jonas, { contentType: 'podcast', contentId: id, questionId: id });
    await content.engagement.publish(boost, followed(fan, maya));
    await content.settled();
    await content.engagement.publish(repostFact(repost));
    await content.settled();

    const itself = { kind: 'podcast', activityType: 'created', id, questionId: null, lastNumber: null, repostId: null };
    const byRepost = { ...itself, activityType: 'repost', repostId: repost.repostId };
    const both = [itself, { id: question.id }];
    expect(await feed('recent')).toMatchObject([byRepost, ...both]);
    expect(await feed('boosted')).toMatchObject(both);
    for (const followersOnly of [false, true])
      expect(idsOf(await feed('trending', followersOnly)).sort()).toEqual([id, question.id].sort());
    const stats = { boostsReceived: 1, questionsAsked: 1 };
    expect(await profile(maya)).toMatchObject({ content: both, activity: both, stats });
    expect(await profile(jonas)).toMatchObject({
      activity: [{ activityType: 'repost' }, { ...itself, activityType: 'boosted' }],
      reposts: [{ repostId: repost.repostId }],
    });

    await content.removeEpisode(id, maya);
    for (const sort of ['recent', 'boosted', 'trending'] as const)
      expect(idsOf(await feed(sort))).toEqual([question.id]);
    expect(await profile(jonas)).toMatchObject({ activity: [], reposts: [] });
    expect(idsOf((await profile(maya)).content)).toEqual([question.id]);
  });

  it('a deep page of the recent feed can begin after an episode', async () => {
    const episode = await published();
    await runInGroups(Array.from({ length: 249 }), () => ask());
    const [before, at] = await Promise.all(
      [250, 251].map(async (page) => (await content.feed({ page, limit: 1 })).items),
    );
    expect(idsOf(before!)).toEqual([episode.id]);
    expect(at).toHaveLength(1);
    expect(at![0]!.at < before![0]!.at).toBe(true);
  });
});
