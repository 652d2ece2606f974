import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { contentRpc, type FeedPlace } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import {
  type EventSource,
  inGroups,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { waveTone } from '../sounds/sample-sounds.suite.js';
import { boostBy, followed, reposted, repostOf } from './engagement-facts.suite.js';

let folder: string;
let store: MediaStore;
let service: TestService;
let engagement: EventSource;
const [fan, maya, jonas] = [randomUUID(), randomUUID(), randomUUID()];
const tone = waveTone(1);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-media-'));
  const MEDIA_URL = pathToFileURL(folder).href;
  store = openMediaStore(MEDIA_URL);
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(content, { ...contentSettings(), MEDIA_URL }, { prefix });
  engagement = await startEventSource('engagement', service.connection, prefix);
});
afterAll(async () => {
  await engagement.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const publish = async (as: string) => {
  const wish = {
    id: randomUUID(),
    purpose: 'podcast' as const,
    filename: 'tone.wav',
    filetype: 'audio/wav',
    bytes: tone.length,
  };
  const { upload } = await service.call(contentRpc.openUpload, wish, as);
  await store.append(upload.key, 0, Readable.from([tone]));
  const words = { title: 'Night talk', description: null, mediaType: 'audio' as const };
  return (await service.call(contentRpc.publishPodcast, { ...words, uploadId: upload.id }, as)).podcast;
};
const feed = async (sort: 'recent' | 'boosted' | 'trending', followersOnly = false) => {
  await service.service.pool.query('delete from frozen_lists');
  return (await service.call(contentRpc.feed, { sort, anchor: null, page: 1, limit: 50, followersOnly }, fan)).items;
};
const profile = (accountId: string) => service.call(contentRpc.profile, { accountId, before: null }, null);
const idsOf = (places: readonly FeedPlace[]) => places.map(({ id }) => id);

describe('an episode', () => {
  it('appears among questions in every list, also by repost, until it is removed', async () => {
    const talk = new Conversation(service, maya, jonas);
    const question = await talk.ask();
    const episode = await publish(maya);
    const ref = { contentType: 'podcast' as const, contentId: episode.id, questionId: episode.id };
    const repost = repostOf(jonas, 'podcast', episode.id);
    await engagement.publish(boostBy(jonas, ref), followed(fan, maya));
    await service.settled(engagement);
    await engagement.publish(reposted(repost));
    await service.settled(engagement);

    const itself = {
      kind: 'podcast',
      activityType: 'created',
      id: episode.id,
      questionId: null,
      lastNumber: null,
      repostId: null,
    };
    expect(await feed('recent')).toMatchObject([
      { ...itself, activityType: 'repost', repostId: repost.repostId },
      itself,
      { id: question.id },
    ]);
    expect(await feed('boosted')).toMatchObject([itself, { id: question.id }]);
    expect(idsOf(await feed('trending')).sort()).toEqual([episode.id, question.id].sort());
    expect(idsOf(await feed('trending', true)).sort()).toEqual([episode.id, question.id].sort());
    expect(await profile(maya)).toMatchObject({
      content: [itself, { id: question.id }],
      activity: [itself, { id: question.id }],
      stats: { boostsReceived: 1, questionsAsked: 1 },
    });
    expect(await profile(jonas)).toMatchObject({
      activity: [{ activityType: 'repost' }, { ...itself, activityType: 'boosted' }],
      reposts: [{ repostId: repost.repostId }],
    });

    await service.call(contentRpc.removePodcast, { id: episode.id, isAmbassador: false }, maya);
    for (const sort of ['recent', 'boosted', 'trending'] as const)
      expect(idsOf(await feed(sort))).toEqual([question.id]);
    expect(await profile(jonas)).toMatchObject({ activity: [], reposts: [] });
    expect(idsOf((await profile(maya)).content)).toEqual([question.id]);
  });

  it('can be paged to by number from deep in the recent feed', async () => {
    const talk = new Conversation(service, maya, jonas);
    const episode = await publish(maya);
    await inGroups(Array.from({ length: 249 }), () => talk.ask());
    const { items } = await service.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 251, limit: 1 }, null);
    const before = await service.call(contentRpc.feed, { sort: 'recent', anchor: null, page: 250, limit: 1 }, null);
    expect(idsOf(before.items)).toEqual([episode.id]);
    expect(items).toHaveLength(1);
    expect(items[0]!.at < before.items[0]!.at).toBe(true);
  });
});
