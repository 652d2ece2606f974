import {
  type FeedItem,
  moderationRpc,
  type Podcast,
  type Profile,
  type Question,
  type Rpc,
  type RpcInput,
  type RpcOutput,
  type UnreadCount,
  type UserListItem,
  type Wipe,
} from '@hearsay/contracts';
import { defaultGradient } from '@hearsay/game-rules';
import { beforeAll, expect, it } from '@jest/globals';
import { type SeedCallOptions, SeedCalls } from '../seed/calls.ts';
import { community, developmentPassword, type Post } from '../seed/community.ts';
import { runSeed, seed } from '../seed/seed.ts';
import { Client, defaultPassword } from './client.ts';
import type { Document } from './description/document.ts';
import { ResponseFieldCoverage } from './description/response-field-coverage.ts';
import { onePixelPng } from './media-samples.ts';
import { withServiceCalls } from './operator.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

class CutOff extends SeedCalls {
  override call<R extends Rpc>(rpc: R, input: RpcInput<R>, act?: SeedCallOptions): Promise<RpcOutput<R>> {
    return rpc.name === moderationRpc.undoWipe.name
      ? Promise.reject(new Error('cut off'))
      : super.call(rpc, input, act);
  }
}

const { people, questions, episodes, wipes } = community;
const deedsOf = (post: Post, verb: string) => post.deeds.filter((deed) => deed.verb === verb);
const wiped = wipes.flatMap(({ whom, undone }) => (undone === null ? [whom] : []));

const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
/** Fields that the API describes, but that are empty in every response of the seeded community. */
const emptyForAll = `
  AnswerActivity.mediaUrl AnswerActivity.repostData AnswerActivity.targetUser AnswerItem.mediaUrl
  AnswerItem.parentReplyId Bookmarks.next Discussion.mediaUrl PendingQuestion.approvedAt PendingQuestion.openedAt
  PendingQuestion.openedBoosts PendingQuestion.pinnedReplyId Podcast.repostData PodcastActivity.parentId
  PodcastActivity.replyBoostCount PodcastActivity.replyBoostThreshold PodcastActivity.replyContent
  PodcastActivity.replyIsRevealed PodcastActivity.targetUser PodcastDetail.repostData PodcastPost.repostData QuestionActivity.parentId
  QuestionActivity.replyBoostCount QuestionActivity.replyContent QuestionActivity.replyIsRevealed
  QuestionPost.repostData Report.description RepostData.mediaUrl XpActivity.reversedBecause`
  .split(/\s+/)
  .slice(1);

export const seededCommunityJourney = (system: System): void => {
  const visitor = new Client(system);
  const roles = ['fan', 'ambassador', 'spotlight'] as const;
  let logins: readonly [fan: Client, ambassador: Client, spotlight: Client];

  beforeAll(async () => {
    const cut = withServiceCalls(system, (_, rpc) =>
      runSeed(new CutOff(rpc), system.url, () => untilReadyAndSettled(system)),
    );
    await expect(cut).rejects.toThrow('cut off');
    await seed(system);
    expect(system.logins.map(({ role }) => role)).toEqual(roles);
    const signIn = async ({ username, password }: { username: string; password: string }) => {
      const client = new Client(system);
      await client.login(username, password);
      return client;
    };
    const [fan, ambassador, spotlight] = await Promise.all(system.logins.map(signIn));
    logins = [fan!, ambassador!, spotlight!];
  });

  const everything = async () => {
    const found: FeedItem[] = [];
    for (let page = 1; page <= 3; page += 1)
      found.push(...(await visitor.get<FeedItem[]>(`/api/feed?sortBy=recent&limit=50&page=${page}`)));
    return found;
  };

  it('the feed has all seeded questions, episodes and reposts, newest first', async () => {
    const all = await everything();
    const approvedAt = (post: Post) => deedsOf(post, 'approves')[0]?.ago;
    const listedAt = (post: Post) => approvedAt(post) ?? post.ago;
    const listed = questions
      .filter((post) => !wiped.includes(post.by) && (post.whom === null || approvedAt(post) !== undefined))
      .sort((a, b) => listedAt(a) - listedAt(b));
    const isAnswered = (post: Post) => deedsOf(post, 'approves').some(({ words }) => words !== null);
    expect(
      all.flatMap((item) =>
        item.kind === 'question' && item.repostData === null
          ? [[item.title, item.boostCount, item.discussionCount, item.isRevealed]]
          : [],
      ),
    ).toEqual(
      listed.map((post) => [
        post.words,
        post.boosts.length,
        post.chat.length + Number(isAnswered(post)),
        post.boosts.length >= post.threshold,
      ]),
    );
    expect(
      all.filter((item) => 'creatorId' in item && 'isAnonymous' in item && item.isAnonymous && item.creatorId !== null),
    ).toEqual([]);
    expect(all.flatMap((item) => (item.kind === 'podcast' && item.repostData === null ? [item.title] : []))).toEqual(
      [...episodes].sort((a, b) => a.ago - b.ago).map(({ words }) => words),
    );
    expect(all.flatMap(({ repostData }) => (repostData ? [repostData.repostText] : []))).toEqual(
      [...questions, ...episodes]
        .flatMap((post) => deedsOf(post, 'reposts'))
        .sort((a, b) => a.ago - b.ago)
        .map(({ words }) => words),
    );
  });

  it('every seeded episode has audio or video of the stated length', async () => {
    const podcasts = (await everything()).filter((item) => item.kind === 'podcast' && item.repostData === null);
    const drawn: number[] = [];
    for (const { title, mediaUrl, mediaType, duration, waveform, playCount, boostCount } of podcasts as Podcast[]) {
      const { plays, boosts, whom } = episodes.find(({ words }) => words === title)!;
      const isFilm = whom!.endsWith('.webm');
      const facts = { playCount: plays.length, boostCount: boosts.length, mediaType: isFilm ? 'video' : 'audio' };
      expect({ playCount, boostCount, mediaType }).toEqual(facts);
      expect(duration).toBeGreaterThan(20);
      if (isFilm) expect(waveform).toBeNull();
      else if (waveform) drawn.push(Math.max(...waveform));
      const { status, headers } = await logins[0].call('GET', mediaUrl, { headers: { range: 'bytes=1000-1999' } });
      expect([status, headers.get('content-type')]).toEqual([206, isFilm ? 'video/webm' : 'audio/mpeg']);
    }
    // Content stops computing a waveform after five seconds, so on a busy machine some episodes have none.
    expect(drawn.length).toBeGreaterThan(1);
    expect(Math.min(...drawn)).toBeGreaterThan(20);
  });

  it('every page has content for each seeded login', async () => {
    for (const [index, role] of roles.entries()) {
      const client = logins[index]!;
      const { id } = client.user;
      const pending = await client.get<Question[]>(`/api/users/${id}/pending-questions`);
      const waiting = questions.filter((post) => post.whom === community.logins[role] && post.deeds.length === 0);
      expect([role, pending.length]).toEqual([role, waiting.length]);
      const types = new Set((await client.notifications()).map(({ type }) => type));
      const all = ['boost', 'comment', 'other', 'question', 'report_resolved', 'repost'];
      expect([...types].sort()).toEqual(role === 'ambassador' ? [...all, 'report'].sort() : all);
      const { reposts: passedOn, activity, user } = await client.get<Profile>(`/api/users/${id}`);
      const { length: followed } = await client.get<FeedItem[]>('/api/feed?followersOnly=true');
      expect(user.gradientColors).not.toBe(defaultGradient);
      const found = [passedOn.length, activity.length, user.followerCount, user.followingCount, followed];
      expect(found.filter((count) => count === 0)).toEqual([]);
    }
    const [, ambassador] = logins;
    const { reports } = await ambassador.get<UnreadCount>('/api/notifications/unread-count');
    expect(reports).toBeGreaterThanOrEqual(3);
    expect(await ambassador.get('/api/reports/ambassador')).toHaveLength(reports!);
    expect((await ambassador.get<Wipe[]>('/api/admin/wipes')).map(({ status }) => status)).toEqual(['undone', 'done']);
  });

  it('wiped posts of the seed are hidden, and restored posts are visible', async () => {
    const titles = JSON.stringify(await everything());
    const gone = questions.filter(({ by }) => wiped.includes(by));
    expect(gone.length).toBeGreaterThan(0);
    for (const { words } of gone) expect(titles).not.toContain(words);
    const listening = (await everything()).find(
      (item) => 'title' in item && item.title === 'Is it all right to only listen here?',
    );
    expect((await visitor.question(listening!.id)).discussions).toHaveLength(4);
  });

  it('the seed fills every field of every response for at least one reader', async () => {
    const [, ambassador] = logins;
    for (const client of logins) await client.change('profile-image', { profileImage: onePixelPng });
    const elsewhere = new Client(system);
    const body = { username: 'elsewhere', password: defaultPassword };
    await elsewhere.expect('POST', '/api/auth/register', { body, headers: { 'user-agent': firefox } });
    const [fan] = logins;
    const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
    await fan.change('who-may-ask', { anonymousAsksOffUntil: nextWeek });
    await fan.expect('POST', '/api/word-rules', { body: { text: 'unheard', expiresAt: nextWeek } });
    const untilNextWeek = { replyBoostThreshold: 50, lockUntil: nextWeek, ifNotReached: 'open' } as const;
    const unheard = { title: 'Who goes unheard?', description: 'I do', ...untilNextWeek };
    await elsewhere.ask({ ...unheard, targetUserId: fan.user.id });
    await fan.ask({ ...unheard, title: 'Who waits a week?' });
    const document = await visitor.get<Document>('/api/docs-json');
    const filled = new ResponseFieldCoverage(document);
    const read = async (path: string, client = ambassador) => {
      const { status, body } = await client.call<never>('GET', path);
      if (status === 200) filled.note(path, body);
      return body;
    };
    await read('/api/auth/sessions', elsewhere);
    const feed = await everything();
    const [, , spotlight] = logins;
    const episode = feed.find((item) => item.kind === 'podcast' && item.creatorId === spotlight.user.id);
    const open = feed.find((item) => item.kind === 'question' && item.isRevealed);
    const answers = { body: [{ questionId: open!.id, at: 1 }] };
    await spotlight.expect('PUT', `/api/podcasts/${episode!.id}/answers`, answers);
    await spotlight.openFeed([episode!.id]);
    const transcript = { raw: 'WEBVTT\n\n00:00.000 --> 00:00.500\nUnspoken', headers: { 'content-type': 'text/vtt' } };
    await spotlight.expect('PUT', `/api/podcasts/${episode!.id}/transcript`, transcript);
    await untilReadyAndSettled(system);
    const marked = [`questions/${open!.id}/watch`, `bookmarks/question/${open!.id}`];
    const muted = [`users/${fan.user.id}/block`, `users/${spotlight.user.id}/mute`, `questions/${open!.id}/mute`];
    for (const path of [...marked, ...muted]) await elsewhere.expect('PUT', `/api/${path}`, { body: { on: true } });
    const { id } = await elsewhere.get<{ id: string }>('/api/auth/user');
    for (const path of ['blocks', 'mutes', 'bookmarks', `users/${id}/export`]) await read(`/api/${path}`, elsewhere);
    const idOf = (item: FeedItem) => ('questionId' in item && item.questionId ? item.questionId : item.id);
    for (const client of logins) {
      const { id, username } = client.user;
      const own = [
        ...['', '/content', '/pending-questions', '/xp-activities', '/xp-today', '/export', '/following-status'],
        '/podcast-feed',
      ];
      const others = feed.flatMap((item) => ('creatorId' in item && item.creatorId ? [item.creatorId] : []));
      for (const path of [
        ...own.map((part) => `/api/users/${id}${part}`),
        ...[...new Set(others)].flatMap((other) => [`/api/users/${other}`, `/api/users/${other}/recent-question`]),
        ...['/api/auth/user', '/api/auth/sessions', '/api/notifications', '/api/notifications/unread-count'],
        ...[`/api/notifications/${id}`, `/api/users/username/${encodeURIComponent(username)}`],
        ...['/api/feed?limit=50', '/api/feed?sortBy=engagement&limit=50', '/api/users'],
        ...['/api/feed/nearly-heard?limit=10', '/api/questions/usual'],
        ...[
          '/api/search?q=what',
          '/api/search?q=unspoken',
          '/api/questions/similar?title=What%20do%20you%20never%20say',
        ],
        `/api/users/search?q=${encodeURIComponent(username)}`,
        ...['answer', 'podcast'].map((kind) => `/api/users/${id}/posts?kind=${kind}`),
        ...['/api/users/heard', '/api/reports/ambassador', '/api/reports/ambassador?status=resolved'],
        ...['/api/admin/wipes', '/api/word-rules', `/api/users/${id}/pending-questions?filtered=true`],
      ])
        await read(path, client);
    }
    const names = (listed: UserListItem[]) => listed.map(({ username }) => username);
    const all = names(await ambassador.get<UserListItem[]>('/api/users?after='));
    const rest = await ambassador.get<UserListItem[]>(`/api/users?after=${encodeURIComponent(all[2]!)}`);
    expect(names(rest)).toEqual(all.slice(3));
    const [wipe] = await ambassador.get<Wipe[]>('/api/admin/wipes');
    await read(`/api/admin/wipes/${wipe!.wipeId}`);
    await read(`/api/admin/users/${ambassador.user.id}/content`);
    for (const item of feed) {
      const contentType = item.kind === 'answer' ? 'discussion' : item.kind;
      const of = `${contentType}/${item.id}`;
      for (const act of ['boost', 'repost'])
        for (const whose of ['', `/${ambassador.user.id}`]) await read(`/api/${act}-status/${of}${whose}`);
      await read(`/api/content/${item.id}`);
      await read(`/api/${contentType}s/${item.id}`);
      if (item.kind === 'podcast') {
        for (const part of ['card', 'chapters']) await read(`/api/podcasts/${item.id}/${part}`);
        continue;
      }
      await read(`/api/questions/${idOf(item)}`);
      await read(`/api/questions/${idOf(item)}/room?after=0`);
      await read(`/api/questions/${idOf(item)}/discussions?before=99`);
    }
    expect(filled.empty).toEqual(emptyForAll);
  });

  it('every printed login and all other people can sign in, each with their role', async () => {
    const isIn = await Promise.all(logins.map((client) => client.get('/api/auth/user')));
    expect(isIn).toMatchObject([
      { isAmbassador: false, isSpotlight: false },
      { isAmbassador: true, level: 8, profileAura: 'golden-crown' },
      { isSpotlight: true, isCreator: true, level: 9, profileAura: 'spotlight' },
    ]);
    const levels = new Set<number>();
    for (const { username, aura } of people) {
      const person = await new Client(system).login(username, developmentPassword);
      levels.add(person.level);
      expect([username, person.profileAura]).toEqual([username, aura ?? 'none']);
    }
    expect([...levels].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('a second run of the seed changes nothing', async () => {
    const [fan] = logins;
    const look = async () => [await everything(), await fan.get('/api/auth/user'), await fan.notifications()];
    const before = await look();
    await seed(system);
    expect(await look()).toEqual(before);
  });
};
