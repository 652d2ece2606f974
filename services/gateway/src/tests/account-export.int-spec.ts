import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AccountExport,
  contentRpc,
  exportsRpc,
  gamificationRpc,
  identityRpc,
  notificationRpc,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { podcastView } from './fake-uploads.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { notificationView, questionView } from './views.suite.js';

const at = '2026-02-03T04:05:06.789Z';
const place = { at, id: uuidv7() };

const untilStill = (what: string, count: () => number): Promise<void> =>
  eventually(what, async () => {
    const before = count();
    await pause(2000);
    return before > 0 && count() === before;
  });

describe('the export of the own account', () => {
  const gateway = gatewayForBlock({ RATE_LIMIT_EXPORTS: '3/3600' });
  beforeEach(() => {
    const { services } = gateway;
    services.on(identityRpc.people, ({ ids }) => ({ people: ids.flatMap((id) => services.people.get(id) ?? []) }));
    services.on(exportsRpc.exportedQuestions, () => ({ questions: [], next: null }));
    services.on(exportsRpc.exportedPodcasts, () => ({ podcasts: [], next: null }));
    services.on(exportsRpc.exportedReplies, () => ({ replies: [], next: null }));
    services.on(exportsRpc.exportedBoosts, () => ({ boosts: [], next: null }));
    services.on(exportsRpc.exportedWatches, () => ({ watches: [], next: null }));
    services.on(exportsRpc.exportedBookmarks, () => ({ bookmarks: [], next: null }));
    services.on(exportsRpc.exportedAnswers, () => ({ answers: [], next: null }));
    services.on(exportsRpc.exportedReposts, () => ({ reposts: [], next: null }));
    services.on(exportsRpc.exportedFollows, () => ({ followedIds: [], next: null }));
    services.on(identityRpc.ownMutes, () => ({ mutes: [] }));
    services.on(gamificationRpc.xpActivities, () => ({ activities: [] }));
    services.on(notificationRpc.inbox, () => ({ notifications: [] }));
    services.on(contentRpc.wordRules, () => ({ rules: [] }));
    services.on(contentRpc.ownPodcastFeed, () => ({ key: null, episodes: [] }));
    const preferences = { questionBoosts: true, newReplies: true, reposts: true, reveals: false };
    services.on(notificationRpc.preferences, () => ({ preferences }));
  });
  const download = () => gateway.get(`/api/users/${gateway.fan.person.id}/export`, gateway.fan.cookie);

  it('an account export streams all data page by page into one file', async () => {
    const { services, fan } = gateway;
    const { id } = fan.person;
    const picture = `/api/media/p${'a'.repeat(24)}`;
    services.people.set(id, { ...fan.person, profileImage: picture });
    const questions = [questionView({ isMine: true, isAnonymous: true }), questionView({ isMine: true, authorId: id })];
    services.on(exportsRpc.exportedQuestions, ({ after }) =>
      after === null ? { questions: [questions[0]], next: place } : { questions: [questions[1]], next: null },
    );
    const episode = podcastView({ id: uuidv7(), authorId: id, mediaKey: 'episode', hasTranscript: true });
    services.on(exportsRpc.exportedPodcasts, () => ({ podcasts: [episode], next: null }));
    const answer = { podcastId: episode.id, questionId: uuidv7(), at: 4.5 };
    services.on(exportsRpc.exportedAnswers, () => ({ answers: [answer], next: null }));
    services.on(contentRpc.ownPodcastFeed, () => ({ key: 'key', episodes: [episode.id] }));
    const boost = { contentId: uuidv7(), questionId: uuidv7(), contentType: 'podcast', boostedAt: at };
    services.on(exportsRpc.exportedBoosts, () => ({ boosts: [boost], next: null }));
    const rule = { id: uuidv7(), text: 'spoiler', expiresAt: null, createdAt: at };
    services.on(contentRpc.wordRules, () => ({ rules: [rule] }));
    const mark = { contentId: uuidv7(), questionId: uuidv7(), contentType: 'podcast', bookmarkedAt: at };
    services.on(exportsRpc.exportedBookmarks, () => ({ bookmarks: [{ ...mark, accountId: id }], next: null }));
    const watch = { questionId: uuidv7(), watchedAt: at };
    services.on(exportsRpc.exportedWatches, () => ({ watches: [watch], next: null }));
    const hidden = uuidv7();
    services.on(exportsRpc.exportedFollows, ({ after }) =>
      after === null ? { followedIds: [id], next: id } : { followedIds: [hidden], next: null },
    );
    services.on(identityRpc.ownMutes, () => ({ mutes: [{ kind: 'block', mutedId: id, mutedAt: at }] }));
    const { status, headers, body } = await download();
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="hearsay-\d{4}-\d\d-\d\d\.json"$/);
    expect(AccountExport.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      posts: [...questions, episode].map((post) => ({ id: post.id })),
      answers: [answer],
      podcastFeeds: [{ path: '/feeds/key.xml', episodes: [episode.id] }],
      boosts: [{ ...boost, questionId: null }],
      watches: [watch],
      bookmarks: [{ ...mark, questionId: null }],
      follows: [
        { userId: id, username: fan.person.username },
        { userId: hidden, username: null },
      ],
      mutes: [{ kind: 'block', id, username: fan.person.username, createdAt: at }],
      wordRules: [rule],
      media: [picture, '/api/media/episode', `/api/podcasts/${episode.id}/transcript`],
    });
    const callers = new Set(services.calls.map(({ context }) => context.accountId));
    expect(callers).toEqual(new Set([null, id]));
  });

  it('an account export continues after its last notification, even if it was deleted', async () => {
    const views = Array.from({ length: 101 }, () => notificationView());
    const { id, createdAt } = views[99]!;
    gateway.services.on(notificationRpc.inbox, ({ before }) => ({
      notifications: before === null ? views.slice(0, 100) : views.slice(100),
    }));
    const file = AccountExport.parse((await download()).body);
    expect(file.notifications.map((one) => one.id)).toEqual(views.map((one) => one.id));
    const kinds = notificationRpc.NotificationKind.options;
    expect(gateway.services.inputsOf(notificationRpc.inbox)).toEqual([
      { before: null, limit: 100, kinds },
      { before: id, at: createdAt, limit: 100, kinds },
    ]);
  });

  it('an account export allows three exports, and refuses the next', async () => {
    for (const status of [200, 200, 200, 429]) expect((await download()).status).toBe(status);
  });

  it('an early failure of the export is an error, and a later one cuts the stream', async () => {
    gateway.services.refuse(exportsRpc.exportedBoosts, 'unavailable');
    await expect(download()).rejects.toThrow();
    gateway.services.refuse(identityRpc.people, 'unavailable');
    expect(await download()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it('an account export reads only as fast as the client, and stops when the client leaves', async () => {
    const { services, fan } = gateway;
    // This list has no end, so a gateway that reads ahead of the client would never stop.
    services.on(exportsRpc.exportedQuestions, () => ({
      questions: Array.from({ length: 40 }, () => questionView({ isMine: true, description: 'x'.repeat(5000) })),
      next: place,
    }));
    const asked = () => services.callsOf(exportsRpc.exportedQuestions).length;
    const call = request(`${gateway.url}/api/users/${fan.person.id}/export`, { headers: { cookie: fan.cookie } });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      call.on('response', resolve).on('error', reject).end();
    });
    // The client reads nothing, so reads stop when the buffers are full.
    response.pause();
    await untilStill('no page is asked for any more', asked);
    const whileWaiting = asked();
    expect(whileWaiting * 200_000).toBeLessThan(64 * 1024 * 1024);
    response.on('error', () => undefined);
    response.resume();
    await eventually('pages are asked for again', () => asked() > whileWaiting + 3);
    call.destroy();
    await untilStill('nothing is asked for after the client has gone', asked);
  });
});
