import { readFileSync } from 'node:fs';
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
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureDatabases, migrateDatabases } from '../local/databases.ts';
import { repository } from '../local/paths.mjs';
import { type ActOf, SeedCalls } from '../seed/calls.ts';
import { community, developmentPassword, type Post } from '../seed/community.ts';
import { moveIn, seed } from '../seed/seed.ts';
import { Client, newcomer } from './client.ts';
import type { Document } from './description/document.ts';
import { FilledFields } from './description/filled.ts';
import { askServices } from './operator.ts';
import { settled } from './settled.ts';
import { type System, startJourney } from './system.ts';
import { askedAgain } from './uploads.ts';

class CutOff extends SeedCalls {
  override call<R extends Rpc>(rpc: R, input: RpcInput<R>, act?: ActOf): Promise<RpcOutput<R>> {
    return rpc.name === moderationRpc.undoWipe.name
      ? Promise.reject(new Error('cut off'))
      : super.call(rpc, input, act);
  }
}

const { people, questions, episodes, wipes } = community;
const deedsOf = (post: Post, verb: string) => post.deeds.filter((deed) => deed.verb === verb);
const wiped = wipes.flatMap(({ whom, undone }) => (undone === null ? [whom] : []));

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
/**
 * Empty by design: replies and reposts hold text alone, profile lists hold no reposts, an act has only its own fields.
 */
const emptyForAll = `
  AnswerActivity.mediaUrl AnswerActivity.repostData AnswerActivity.targetUser AnswerItem.mediaUrl
  AnswerItem.parentReplyId Discussion.mediaUrl Podcast.repostData PodcastActivity.parentId
  PodcastActivity.replyBoostCount PodcastActivity.replyBoostThreshold PodcastActivity.replyContent
  PodcastActivity.replyIsRevealed PodcastActivity.targetUser PodcastPost.repostData QuestionActivity.parentId
  QuestionActivity.replyBoostCount QuestionActivity.replyContent QuestionActivity.replyIsRevealed
  QuestionPost.repostData Report.description RepostData.mediaUrl XpActivity.reversedBecause`
  .split(/\s+/)
  .slice(1);

describe('the seeded community', () => {
  let system: System;
  let fan: Client;

  beforeAll(async () => {
    system = await startJourney();
    const cut = askServices(system, (_, rpc) => moveIn(new CutOff(rpc), system.url, () => settled(system)));
    await expect(cut).rejects.toThrow('cut off');
    await seed(system);
    fan = new Client(system.url);
  });

  afterAll(() => system?.stop());

  const everything = async () => {
    const found: FeedItem[] = [];
    for (let page = 1; page <= 3; page += 1)
      found.push(...(await fan.get<FeedItem[]>(`/api/feed?sortBy=recent&limit=50&page=${page}`)));
    return found;
  };
  const loginAs = async (role: string): Promise<Client> => {
    const logins = JSON.parse(readFileSync(system.files.logins, 'utf8')) as {
      role: string;
      username: string;
      password: string;
    }[];
    const { username, password } = logins.find((login) => login.role === role)!;
    const client = new Client(system.url);
    await client.login(username, password);
    return client;
  };

  it('has all its questions, episodes and reposts, newest first', async () => {
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
    const boosted = await fan.get<FeedItem[]>('/api/feed?sortBy=boosted&limit=50');
    expect(boosted.map((item) => item.boostCount)).toEqual(
      [...boosted.map((item) => item.boostCount)].sort((a, b) => b - a),
    );
  });

  it('has sound or film of the stated length for every episode, served in ranges', async () => {
    const listener = await loginAs('fan');
    const podcasts = (await everything()).filter(
      (item) => item.kind === 'podcast' && item.repostData === null,
    ) as Podcast[];
    for (const { title, mediaUrl, mediaType, duration, waveform, playCount, boostCount } of podcasts) {
      const episode = episodes.find((other) => other.words === title)!;
      expect([title, playCount, boostCount]).toEqual([title, episode.plays.length, episode.boosts.length]);
      expect(duration).toBeGreaterThan(20);
      const isFilm = episode.whom!.endsWith('.webm');
      expect(mediaType).toBe(isFilm ? 'video' : 'audio');
      if (isFilm) expect(waveform).toBeNull();
      else expect(Math.max(...waveform!)).toBeGreaterThan(20);
      const headers = { cookie: listener.cookie!, range: 'bytes=1000-1999' };
      const part = await askedAgain(() => fetch(system.url + mediaUrl, { headers }));
      expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
        206,
        isFilm ? 'video/webm' : 'audio/mpeg',
        1000,
      ]);
    }
    expect(new Set(podcasts.map(({ mediaType }) => mediaType))).toEqual(new Set(['audio', 'video']));
  });

  it('gives each login content on every page', async () => {
    for (const role of ['fan', 'ambassador', 'spotlight']) {
      const client = await loginAs(role);
      const { id } = client.user;
      const pending = await client.get<Question[]>(`/api/users/${id}/pending-questions`);
      expect([role, pending.length]).toEqual([
        role,
        questions.filter((post) => post.whom === community.logins[role] && post.deeds.length === 0).length,
      ]);
      expect(pending.length).toBeGreaterThanOrEqual(2);
      const types = new Set((await client.notifications()).map(({ type }) => type));
      const all = ['boost', 'comment', 'other', 'question', 'report_resolved', 'repost'];
      expect([...types].sort()).toEqual(role === 'ambassador' ? [...all, 'report'].sort() : all);
      const { unread, reports } = await client.get<UnreadCount>('/api/notifications/unread-count');
      expect(unread).toBeGreaterThan(2);
      expect((await client.activities()).length).toBeGreaterThan(20);
      expect((await client.get<FeedItem[]>('/api/feed?followersOnly=true')).length).toBeGreaterThan(5);
      const { reposts: passedOn, activity, user } = await client.get<Profile>(`/api/users/${id}`);
      expect([passedOn.length > 0, activity.length > 10, user.followerCount > 5, user.followingCount > 1]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(user.gradientColors).not.toBe((await newcomer(system.url)).user.gradientColors);
      if (role === 'ambassador') {
        expect(reports).toBeGreaterThanOrEqual(3);
        expect(await client.get<unknown[]>('/api/reports/ambassador')).toHaveLength(reports!);
        expect((await client.get<unknown[]>('/api/reports/ambassador?status=resolved')).length).toBeGreaterThanOrEqual(
          3,
        );
        expect((await client.get<Wipe[]>('/api/admin/wipes')).map(({ status }) => status)).toEqual(['undone', 'done']);
      }
    }
  });

  it('has nothing of what was wiped, and everything that was restored', async () => {
    const titles = JSON.stringify(await everything());
    const gone = questions.filter(({ by }) => wiped.includes(by));
    expect(gone.length).toBeGreaterThan(0);
    for (const { words } of gone) expect(titles).not.toContain(words);
    const listening = (await everything()).find(
      (item) => 'title' in item && item.title === 'Is it all right to only listen here?',
    );
    expect((await fan.question(listening!.id)).discussions).toHaveLength(4);
  });

  it('fills every field of every response for at least one reader', async () => {
    const readers = await Promise.all(['fan', 'ambassador', 'spotlight'].map(loginAs));
    const [, ambassador] = readers as [Client, Client, Client];
    const profileImage = `data:image/png;base64,${onePixel}`;
    for (const client of readers)
      await client.expect('PATCH', `/api/users/${client.user.id}/profile-image`, { body: { profileImage } });
    const body = { username: 'elsewhere', password: 'a long enough password' };
    await fan.expect('POST', '/api/auth/register', { body, headers: { 'user-agent': firefox } });
    const document = await fan.get<Document>('/api/docs-json');
    const filled = new FilledFields(document);
    const read = async (path: string, client = ambassador) => {
      const { status, body } = await client.call<never>('GET', path);
      if (status === 200) filled.note(path, body);
      return body;
    };
    await read('/api/auth/sessions', fan);
    await fan.expect('POST', '/api/auth/logout');
    const feed = await everything();
    const idOf = (item: FeedItem) => ('questionId' in item && item.questionId ? item.questionId : item.id);
    for (const client of readers) {
      const { id, username } = client.user;
      const own = ['', '/content', '/pending-questions', '/xp-activities', '/export', '/following-status'];
      const others = feed.flatMap((item) => ('creatorId' in item && item.creatorId ? [item.creatorId] : []));
      for (const path of [
        ...own.map((part) => `/api/users/${id}${part}`),
        ...[...new Set(others)].flatMap((other) => [`/api/users/${other}`, `/api/users/${other}/recent-question`]),
        ...['/api/auth/user', '/api/auth/sessions', '/api/notifications', '/api/notifications/unread-count'],
        ...[`/api/notifications/${id}`, `/api/users/username/${encodeURIComponent(username)}`],
        ...['/api/feed?limit=50', '/api/feed?sortBy=engagement&limit=50', '/api/users'],
        `/api/users/search?q=${encodeURIComponent(username)}`,
        ...['/api/reports/ambassador', '/api/reports/ambassador?status=resolved', '/api/admin/wipes'],
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
      if (item.kind === 'podcast') continue;
      await read(`/api/questions/${idOf(item)}`);
      await read(`/api/questions/${idOf(item)}/room?after=0`);
      await read(`/api/questions/${idOf(item)}/discussions?before=99`);
    }
    expect(filled.empty).toEqual(emptyForAll);
  });

  it('lets every printed login and all other people sign in, each with their role', async () => {
    const logins = JSON.parse(readFileSync(system.files.logins, 'utf8')) as {
      role: string;
      username: string;
      password: string;
    }[];
    expect(logins.map(({ role }) => role)).toEqual(['fan', 'ambassador', 'spotlight']);
    const [asFan, asAmbassador, asSpotlight] = await Promise.all(
      logins.map(({ username, password }) => new Client(system.url).login(username, password)),
    );
    expect(asFan).toMatchObject({ isAmbassador: false, isSpotlight: false });
    expect(asAmbassador).toMatchObject({ isAmbassador: true, level: 8, profileAura: 'golden-crown' });
    expect(asSpotlight).toMatchObject({ isSpotlight: true, isCreator: true, level: 9, profileAura: 'spotlight' });
    const levels = new Set<number>();
    for (const { username, aura } of people) {
      const person = await new Client(system.url).login(username, developmentPassword);
      levels.add(person.level);
      expect([username, person.profileAura]).toEqual([username, aura ?? 'none']);
    }
    expect([...levels].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('survives another migration, as at every upgrade and container start', async () => {
    const before = await everything();
    const databases = await ensureDatabases(system.databaseAdminUrl, system.secrets.passwords, {});
    await migrateDatabases(repository, databases);
    expect(await everything()).toEqual(before);
  });

  it('stays the same when the seed runs again', async () => {
    const client = await loginAs('fan');
    const look = async () => ({
      items: await everything(),
      user: await client.get('/api/auth/user'),
      notifications: await client.notifications(),
    });
    const before = await look();
    await seed(system);
    expect(await look()).toEqual(before);
  });
});
