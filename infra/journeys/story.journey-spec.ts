import type { FeedItem, OwnUser, Question, UnreadCount } from '@hearsay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, newcomer } from './client.ts';
import type { LiveClient } from './live-client.ts';
import { settled } from './settled.ts';
import { logsOf, type System, startJourney } from './system.ts';

const secret = {
  description: 'What really happened with the boat',
  first: 'I ate the last one',
  second: 'And I hid the plate',
};

describe('a question in confession mode', () => {
  let system: System;
  let asker: Client;
  let answerer: Client;
  let boosters: Client[];
  let question: Question;
  const sockets: LiveClient[] = [];

  beforeAll(async () => {
    system = await startJourney();
    asker = await newcomer(system.url, 'asker');
    answerer = await newcomer(system.url, 'answerer');
    boosters = await Promise.all(['one', 'two', 'three'].map((name) => newcomer(system.url, name)));
  });

  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await system?.stop();
  });

  const open = async (client: Client) => {
    const socket = await client.socket();
    sockets.push(socket);
    return socket;
  };

  it('begins with a signed-in new person who has no content', async () => {
    const user = await asker.get<OwnUser>('/api/auth/user');
    expect(user).toMatchObject({ id: asker.user.id, level: 1, xp: 0, badge: null });
    expect(await asker.notifications()).toEqual([]);
    expect(await asker.activities()).toEqual([]);
  });

  it('is found on Discover by its title, while only the asker sees its description', async () => {
    question = await asker.ask({ title: 'Who was it?', description: secret.description, replyBoostThreshold: 3 });
    expect(question).toMatchObject({
      title: 'Who was it?',
      description: secret.description,
      isMine: true,
      isRevealed: false,
      boostCount: 0,
    });
    const found = (await answerer.get<FeedItem[]>('/api/feed?sortBy=recent')).find((item) => item.id === question.id);
    expect(found).toMatchObject({
      kind: 'question',
      activityType: 'created',
      description: null,
      isRevealed: false,
      creatorId: asker.user.id,
    });
  });

  it('gets live replies in two browsers, locked for all but their authors', async () => {
    const watching = await Promise.all([open(asker), open(boosters[0]!)]);
    await Promise.all(watching.map((socket) => socket.join(question.id)));
    const first = await answerer.say(question.id, secret.first);
    const second = await boosters[1]!.say(question.id, secret.second, { parentReplyId: first.id });
    expect(first).toMatchObject({
      content: secret.first,
      isMine: true,
      isRevealed: false,
      boostThreshold: 3,
      number: 1,
    });
    for (const socket of watching) {
      expect(await socket.message(question.id, first.id)).toMatchObject({
        content: null,
        isRevealed: false,
        userId: answerer.user.id,
      });
      expect(await socket.message(question.id, second.id)).toMatchObject({
        content: null,
        number: 2,
        parentReplyId: first.id,
      });
      expect(socket.entries(question.id).map((entry) => entry.number)).toEqual([1, 2]);
    }
    const own = (await answerer.question(question.id)).discussions;
    expect(own.map((reply) => reply.content)).toEqual([secret.first, null]);
    for (const stranger of [asker, boosters[0]!]) {
      expect((await stranger.question(question.id)).discussions.map((reply) => reply.content)).toEqual([null, null]);
    }
  });

  it('differs from an open question, whose words show at once', async () => {
    const openQuestion = await asker.ask({ title: 'What is for dinner?', description: 'Something warm' });
    const watching = await Promise.all([open(asker), open(boosters[0]!)]);
    await Promise.all(watching.map((socket) => socket.join(openQuestion.id)));
    const reply = await answerer.say(openQuestion.id, 'Soup');
    for (const socket of watching) {
      expect(await socket.message(openQuestion.id, reply.id)).toMatchObject({
        content: 'Soup',
        isRevealed: true,
        boostThreshold: 0,
      });
    }
  });

  it('opens in every browser at the third boost', async () => {
    const watching = sockets.slice(0, 2);
    for (const [index, booster] of boosters.entries()) {
      expect((await asker.question(question.id)).isRevealed).toBe(false);
      expect(await booster.boost('question', question.id)).toEqual({ isBoosted: true, boostCount: index + 1 });
    }
    for (const reader of [asker, answerer, ...boosters]) {
      const page = await reader.question(question.id);
      expect(page).toMatchObject({
        description: secret.description,
        isRevealed: true,
        revealCount: 3,
        boostCount: 3,
        lastNumber: 3,
      });
      expect(page.discussions.map((reply) => reply.content)).toEqual([secret.first, secret.second]);
    }
    for (const socket of watching) {
      expect(await socket.entry(question.id, 3)).toEqual({ number: 3, entry: 'revealed', revealCount: 3 });
      await socket.next('counts', (frame) => frame.data.questionId === question.id && frame.data.boostCount === 3);
    }
    await boosters[0]!.boost('question', question.id, false);
    expect(await asker.question(question.id)).toMatchObject({
      boostCount: 2,
      isRevealed: true,
      description: secret.description,
    });
    await boosters[0]!.boost('question', question.id);
  });

  it('sent no locked word over any socket', () => {
    const frames = sockets.flatMap((socket) => socket.texts).join('\n');
    for (const words of Object.values(secret)) expect(frames).not.toContain(words);
  });

  it('notifies the asker of replies, boosts as one notice, and the reveal', async () => {
    await settled(system);
    const all = (await asker.notifications()).filter(
      (entry) => entry.contentId === question.id || entry.questionId === question.id,
    );
    expect(all).toHaveLength(3);
    expect(all.every((entry) => entry.title === question.title)).toBe(true);
    expect(all.filter((entry) => entry.type === 'comment')).toMatchObject([
      {
        count: 2,
        actor: { username: boosters[1]!.user.username },
        message: `2 new replies to your question “${question.title}”`,
      },
    ]);
    expect(all.filter((entry) => entry.type === 'boost')).toMatchObject([
      { contentType: 'question', count: 3, isRead: false },
    ]);
    expect(all.filter((entry) => entry.type === 'other')).toMatchObject([
      { contentType: 'question', contentId: question.id, actor: null },
    ]);
    const { unread } = await asker.get<UnreadCount>('/api/notifications/unread-count');
    expect(unread).toBe(4);
    // Notices within a moment ring once and show the newest, which may be the third boost or the reveal.
    await sockets[0]!.next('notification', (frame) => frame.data.unread === 4);
    expect(await asker.expect('POST', '/api/notifications/read', { body: { questionId: question.id } })).toEqual({
      success: true,
    });
    expect((await asker.get<UnreadCount>('/api/notifications/unread-count')).unread).toBe(1);
    await asker.expect('POST', `/api/notifications/${asker.user.id}/read-all`);
    expect(await asker.get<UnreadCount>('/api/notifications/unread-count')).toEqual({ unread: 0, reports: null });
    expect((await answerer.notifications()).map((entry) => entry.type)).toContain('comment');
  });

  it('shows the XP of each act to the person who acted', async () => {
    await settled(system);
    const rules = async (client: Client) =>
      (await client.activities()).map(({ rule, counted }) => `${rule} ${counted}`).sort();
    expect(await rules(asker)).toEqual([
      'boost-received 3',
      'boost-received 3',
      'boost-received 3',
      'question-posted 10',
      'question-posted 10',
    ]);
    expect(await rules(answerer)).toEqual(['answer-given 15', 'answer-given 15']);
    expect(await rules(boosters[1]!)).toEqual(['answer-given 15', 'boost-given 5']);
    expect((await asker.get<OwnUser>('/api/auth/user')).xp).toBe(29);
    const posted = (await asker.activities()).filter((entry) => entry.rule === 'question-posted');
    expect(posted.map((entry) => entry.contentId)).toContain(question.id);
    expect((await answerer.call('GET', `/api/users/${asker.user.id}/xp-activities`)).status).toBe(403);
  });

  it('leaves nothing in the browser of a person who signs out', async () => {
    const user = await boosters[2]!.user;
    const socket = await open(boosters[2]!);
    await boosters[2]!.expect('POST', '/api/auth/logout');
    await socket.until('the close', () => socket.closeCode !== undefined);
    expect(socket.closeCode).toBe(4401);
    expect((await boosters[2]!.call('GET', '/api/auth/user')).status).toBe(401);
    await boosters[2]!.login(user.username);
    expect(boosters[2]!.user.id).toBe(user.id);
  });

  it('used only NATS subjects that its processes may use', () => {
    const lines = logsOf(system).split('\n');
    expect(lines.filter((line) => line.includes('NATS has refused something'))).toEqual([]);
  });
});
