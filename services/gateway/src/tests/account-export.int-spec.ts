import { type IncomingMessage, request } from 'node:http';
import { AccountExport, exportsRpc, gamificationRpc, identityRpc, notificationRpc, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { notificationView, questionView, replyView } from './views.suite.js';

const at = '2026-02-03T04:05:06.789Z';
const place = { at, id: uuidv7() };
const podcastView = (authorId: string, mediaKey: string) => ({
  id: uuidv7(),
  title: 'Night talk',
  description: null,
  authorId,
  mediaKey,
  mediaType: 'audio' as const,
  duration: 2,
  waveform: null,
  playCount: 0,
  isMine: true,
  isEdited: false,
  createdAt: at,
});

const looks = 100;
const untilStill = (what: string, count: () => number): Promise<void> => {
  let [before, same] = [-1, 0];
  return eventually(what, () => {
    const now = count();
    same = now === before && now > 0 ? same + 1 : 0;
    before = now;
    return same >= looks;
  });
};

describe('the export of the own account', () => {
  const gateway = aGateway({ RATE_LIMIT_EXPORTS: '3/3600' });
  let fan: ReturnType<GatewayUnderTest['services']['signIn']>;
  beforeEach(() => {
    const { services } = gateway;
    services.calls.length = 0;
    fan = services.signIn(`fan-${uuidv7()}`);
    services.on(identityRpc.people, ({ ids }: { ids: string[] }) => ({
      people: ids.flatMap((id) => services.people.get(id) ?? []),
    }));
    services.on(exportsRpc.exportedQuestions, () => ({ questions: [], next: null }));
    services.on(exportsRpc.exportedPodcasts, () => ({ podcasts: [], next: null }));
    services.on(exportsRpc.exportedReplies, () => ({ replies: [], next: null }));
    services.on(exportsRpc.exportedBoosts, () => ({ boosts: [], next: null }));
    services.on(exportsRpc.exportedReposts, () => ({ reposts: [], next: null }));
    services.on(exportsRpc.exportedFollows, () => ({ followedIds: [], next: null }));
    services.on(gamificationRpc.xpActivities, () => ({ activities: [] }));
    services.on(notificationRpc.inbox, () => ({ notifications: [] }));
    services.on(notificationRpc.preferences, () => ({
      preferences: { questionBoosts: true, newReplies: true, reposts: true },
    }));
  });
  const download = (cookie: string | undefined, id = fan.person.id) =>
    gateway.ask('GET', `/api/users/${id}/export`, cookie === undefined ? {} : { cookie });

  it('is one file with all data, page after page', async () => {
    const { services } = gateway;
    const picture = `/api/media/p${'a'.repeat(24)}`;
    const other = services.signIn(`other-${uuidv7()}`).person;
    services.people.set(fan.person.id, { ...fan.person, profileImage: picture });
    const questions = [
      questionView({ isMine: true, isAnonymous: true }),
      questionView({ isMine: true, authorId: fan.person.id }),
    ];
    services.on(exportsRpc.exportedQuestions, ({ after }: { after: object | null }) =>
      after === null ? { questions: [questions[0]], next: place } : { questions: [questions[1]], next: null },
    );
    services.on(exportsRpc.exportedPodcasts, () => ({ podcasts: [podcastView(fan.person.id, 'episode')], next: null }));
    const reply = replyView({
      isMine: true,
      isAnonymous: true,
      isRevealed: false,
      boostThreshold: 5,
      content: 'My own locked words',
    });
    services.on(exportsRpc.exportedReplies, () => ({ replies: [{ reply, parentTitle: 'Why?' }], next: null }));
    const boost = { contentType: 'podcast', contentId: uuidv7(), questionId: uuidv7(), boostedAt: at };
    services.on(exportsRpc.exportedBoosts, () => ({ boosts: [boost], next: null }));
    const repost = {
      repostId: uuidv7(),
      contentType: 'discussion',
      contentId: uuidv7(),
      questionId: uuidv7(),
      text: 'Hear this',
    };
    services.on(exportsRpc.exportedReposts, () => ({
      reposts: [{ ...repost, reposterId: fan.person.id, repostedAt: at }],
      next: null,
    }));
    const hidden = uuidv7();
    services.on(exportsRpc.exportedFollows, ({ after }: { after: string | null }) =>
      after === null ? { followedIds: [other.id], next: other.id } : { followedIds: [hidden], next: null },
    );
    const entries = Array.from({ length: 101 }, () => ({
      id: uuidv7(),
      rule: 'boost-given',
      amount: 5,
      counted: 5,
      isReversed: false,
      reversedBecause: null,
      contentType: 'question',
      contentId: uuidv7(),
      createdAt: at,
    }));
    services.on(gamificationRpc.xpActivities, ({ before }: { before: string | null }) => ({
      activities: before === null ? entries.slice(0, 100) : entries.slice(100),
    }));
    const notification = notificationView();
    services.on(notificationRpc.inbox, () => ({ notifications: [notification] }));

    const answer = await download(fan.cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="hearsay-\d{4}-\d\d-\d\d\.json"$/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const file = AccountExport.parse(answer.body);
    expect(file).toEqual(answer.body);
    expect(file.profile.id).toBe(fan.person.id);
    expect(file.posts.map(({ kind, id }) => [kind, id])).toEqual([
      ['question', questions[0]?.id],
      ['question', questions[1]?.id],
      ['podcast', file.posts[2]?.id],
    ]);
    expect(file.replies).toMatchObject([
      { content: 'My own locked words', parentTitle: 'Why?', user: null, isMine: true },
    ]);
    expect(file.boosts).toEqual([{ ...boost, questionId: null }]);
    const { text, ...of } = repost;
    expect(file.reposts).toEqual([{ ...of, repostText: text, repostCreatedAt: at }]);
    expect(file.follows).toEqual([
      { userId: other.id, username: other.username },
      { userId: hidden, username: null },
    ]);
    expect(file.xpActivities.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
    expect(file.notifications.map(({ id }) => id)).toEqual([notification.id]);
    expect(file.media).toEqual([picture, '/api/media/episode']);
    expect(
      services.calls.every(({ context }) => context.accountId === null || context.accountId === fan.person.id),
    ).toBe(true);
  });

  it('continues with notifications at the last one, also after its deletion', async () => {
    const views = Array.from({ length: 101 }, () => notificationView());
    const { id, createdAt } = views[99]!;
    gateway.services.on(notificationRpc.inbox, ({ before }: { before: string | null }) => ({
      notifications: before === null ? views.slice(0, 100) : views.slice(100),
    }));
    const file = AccountExport.parse((await download(fan.cookie)).body);
    expect(file.notifications.map((one) => one.id)).toEqual(views.map((one) => one.id));
    expect(gateway.services.callsOf(notificationRpc.inbox).map(({ input }) => input)).toEqual([
      { before: null, limit: 100 },
      { before: id, at: createdAt, limit: 100 },
    ]);
  });

  it('is limited to a few times', async () => {
    for (let time = 0; time < 3; time += 1) expect((await download(fan.cookie)).status).toBe(200);
    const refused = await download(fan.cookie);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('reports an early failure, and breaks off at a later one', async () => {
    gateway.services.on(exportsRpc.exportedBoosts, () => {
      throw new Refusal('unavailable');
    });
    expect(
      await download(fan.cookie).then(
        () => 'whole',
        () => 'broken off',
      ),
    ).toBe('broken off');
    gateway.services.on(identityRpc.people, () => {
      throw new Refusal('unavailable');
    });
    expect(await download(fan.cookie)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });

  it('reads no more than the client takes, and stops when the client leaves', async () => {
    const { services } = gateway;
    // Without an end, so that reading ahead would never stop.
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
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.resume();
    await eventually('pages are asked for again', async () => asked() > whileWaiting + 3 && bytes > 0);
    response.on('error', () => undefined);
    call.destroy();
    await untilStill('nothing is asked for behind whoever has gone', asked);
  });
});
