import type { FeedItem, Notification, Question, UnreadCount } from '@hearsay/contracts';
import type { LiveClient } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { readLogText, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

const secret = {
  description: 'What really happened with the boat',
  first: 'I ate the last one',
  second: 'And I hid the plate',
};

export const storyJourney = (system: System): void => {
  const [asker, answerer, ...boosters] = registerPeople(system, 'asker', 'answerer', 'one', 'two', 'three');
  let question: Question;
  let sockets: LiveClient[];

  beforeAll(async () => {
    sockets = await Promise.all([asker.socket(), boosters[0].socket()]);
  });

  it('Discover shows a confession by its title, and its description only to the asker', async () => {
    question = await asker.ask({ title: 'Who was it?', description: secret.description, replyBoostThreshold: 3 });
    const shown = { title: 'Who was it?', description: secret.description, isMine: true };
    expect(question).toMatchObject({ ...shown, isRevealed: false, boostCount: 0 });
    const found = (await answerer.get<FeedItem[]>('/api/feed?sortBy=recent')).find((item) => item.id === question.id);
    const locked = { description: null, isRevealed: false };
    expect(found).toMatchObject({ kind: 'question', activityType: 'created', ...locked, creatorId: asker.user.id });
  });

  it('live replies reach two browsers, and only their authors get the locked words', async () => {
    await Promise.all(sockets.map((socket) => socket.join(question.id)));
    const first = await answerer.say(question.id, secret.first);
    const second = await boosters[1].say(question.id, secret.second, { parentReplyId: first.id });
    const locked = { isRevealed: false, boostThreshold: 3 };
    expect(first).toMatchObject({ ...locked, content: secret.first, isMine: true, number: 1 });
    const seen = [
      { ...locked, id: first.id, content: null, userId: answerer.user.id },
      { ...locked, id: second.id, content: null, number: 2, parentReplyId: first.id },
    ];
    for (const socket of sockets) {
      for (const reply of seen) expect(await socket.message(question.id, reply.id)).toMatchObject(reply);
      expect(socket.entries(question.id).map((entry) => entry.number)).toEqual([1, 2]);
    }
    const own = (await answerer.question(question.id)).discussions;
    expect(own.map((reply) => reply.content)).toEqual([secret.first, null]);
    for (const stranger of [asker, boosters[0]]) {
      expect((await stranger.question(question.id)).discussions.map((reply) => reply.content)).toEqual([null, null]);
    }
  });

  it('the third boost opens the question in every browser', async () => {
    const open = { description: secret.description, isRevealed: true };
    for (const [index, booster] of boosters.entries()) {
      expect((await asker.question(question.id)).isRevealed).toBe(false);
      expect(await booster.boost('question', question.id)).toEqual({
        isBoosted: true,
        boostCount: index + 1,
        opened: index === 2,
      });
    }
    for (const reader of [asker, answerer, ...boosters]) {
      const page = await reader.question(question.id);
      expect(page).toMatchObject({ ...open, revealCount: 3, boostCount: 3, lastNumber: 3 });
      expect(page.discussions.map((reply) => reply.content)).toEqual([secret.first, secret.second]);
    }
    for (const socket of sockets) {
      const { openedAt } = await asker.question(question.id);
      expect(await socket.entry(question.id, 3)).toEqual({ number: 3, entry: 'revealed', revealCount: 3, openedAt });
      await socket.next('counts', ({ questionId, boostCount }) => questionId === question.id && boostCount === 3);
    }
    await boosters[0].boost('question', question.id, false);
    expect(await asker.question(question.id)).toMatchObject({ ...open, boostCount: 2 });
    await boosters[0].boost('question', question.id);
  });

  it('no socket receives a locked word', () => {
    const frames = sockets.flatMap((socket) => socket.texts).join('\n');
    for (const words of Object.values(secret)) expect(frames).not.toContain(words);
  });

  it('the asker gets one notification each for replies, boosts and the reveal', async () => {
    await untilReadyAndSettled(system);
    const all = await asker.notificationsAbout(question.id);
    expect(all).toHaveLength(3);
    expect(all.every((entry) => entry.title === question.title)).toBe(true);
    const actor = { username: boosters[1].user.username };
    const message = `2 new replies to your question “${question.title}”`;
    const ofType = (wanted: Notification['type']) => all.filter(({ type }) => type === wanted);
    expect(ofType('comment')).toMatchObject([{ count: 2, actor, message }]);
    expect(ofType('boost')).toMatchObject([{ contentType: 'question', count: 3, isRead: false }]);
    expect(ofType('other')).toMatchObject([{ contentType: 'question', contentId: question.id, actor: null }]);
    const unread = () => asker.get<UnreadCount>('/api/notifications/unread-count');
    expect((await unread()).unread).toBe(3);
    // The third boost and the reveal happen together. One frame announces both, and may name either.
    await sockets[0]!.next('notification', ({ unread }) => unread === 3);
    await asker.expect('POST', '/api/notifications/read', { body: { questionId: question.id } });
    expect(await unread()).toEqual({ unread: 0, reports: null });
    expect((await answerer.notifications()).map((entry) => entry.type)).toContain('comment');
  });

  it('each person sees the XP of their own acts', async () => {
    await untilReadyAndSettled(system);
    const rules = async (client: Client) =>
      (await client.activities()).map(({ rule, counted }) => `${rule} ${counted}`).sort();
    expect(await rules(asker)).toEqual([...Array(3).fill('boost-received 3'), 'question-posted 10']);
    expect(await rules(answerer)).toEqual(['answer-given 15']);
    expect(await rules(boosters[1])).toEqual(['answer-given 15', 'boost-given 5']);
    expect(await asker.xp()).toBe(19);
    const posted = (await asker.activities()).find((entry) => entry.rule === 'question-posted');
    expect(posted?.contentId).toBe(question.id);
    expect((await answerer.call('GET', `/api/users/${asker.user.id}/xp-activities`)).status).toBe(403);
  });

  it('a socket answers invalid frames, and closes at the tenth', async () => {
    const socket = await asker.socket();
    socket.sendJoin(asker.user.id, 0);
    expect((await socket.next('error')).code).toBe('not_found');
    const noId = { type: 'join', data: { questionId: 'no id' } };
    for (const wrong of [{ type: 'join' }, { type: 'dance', data: {} }, noId, {}, []]) socket.send(wrong);
    await socket.next('error', (_data, index) => index === 5);
    await socket.pong();
    for (let count = 0; count < 5; count += 1) socket.send({ type: 'nonsense' });
    expect(await socket.closed()).toBe(1008);
  });

  it('the whole story causes no permission error in NATS', () => {
    const lines = readLogText(system).split('\n');
    expect(lines.filter((line) => line.includes('NATS has refused something'))).toEqual([]);
  });
};
