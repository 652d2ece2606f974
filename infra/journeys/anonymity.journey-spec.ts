import type { Discussion, Question } from '@hearsay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, newcomer } from './client.ts';
import type { LiveClient } from './live-client.ts';
import { settled } from './settled.ts';
import { logsOf, type System, startJourney } from './system.ts';

const words = {
  description: 'Locked words of a description',
  reply: 'Locked words of a reply',
  own: 'Locked words of the asker',
};

const everyGet = (viewer: Client, question: Question, replies: readonly Discussion[]): string[] => {
  const ids = [question.id, ...replies.map((reply) => reply.id)];
  return [
    '/api/feed?sortBy=recent&limit=50',
    '/api/feed?sortBy=boosted&limit=50',
    '/api/auth/user',
    `/api/questions/${question.id}`,
    `/api/questions/${question.id}/discussions?before=999`,
    `/api/questions/${question.id}/room?after=0`,
    `/api/boost-status/question/${question.id}`,
    ...replies.flatMap((reply) => [`/api/discussions/${reply.id}`, `/api/boost-status/discussion/${reply.id}`]),
    ...ids.map((id) => `/api/content/${id}`),
    '/api/notifications',
    '/api/notifications/unread-count',
    '/api/docs-json',
    ...(viewer.cookie === undefined
      ? []
      : [
          `/api/users/${viewer.user.id}/xp-activities`,
          `/api/notifications/${viewer.user.id}`,
          `/api/users/${viewer.user.id}/export`,
        ]),
  ];
};

describe('an anonymous question with locked words', () => {
  let system: System;
  let sealed: Client;
  let helper: Client;
  let stranger: Client;
  let visitor: Client;
  let question: Question;
  let named: Discussion;
  let masked: Discussion;
  let own: Discussion;
  const sockets: LiveClient[] = [];

  beforeAll(async () => {
    // Everything that can be logged is logged.
    system = await startJourney({ env: { LOG_LEVEL: 'debug' } });
    sealed = await newcomer(system.url, 'sealed');
    helper = await newcomer(system.url, 'helper');
    stranger = await newcomer(system.url, 'stranger');
    visitor = new Client(system.url);
    question = await sealed.ask({
      title: 'Who am I?',
      description: words.description,
      isAnonymous: true,
      replyBoostThreshold: 2,
    });
    for (const client of [stranger, visitor, helper]) {
      const socket = await client.socket();
      sockets.push(socket);
      await socket.join(question.id, 0);
    }
    named = await stranger.say(question.id, words.reply);
    masked = await helper.say(question.id, 'Masked words of the helper', {
      isAnonymous: true,
      parentReplyId: named.id,
    });
    own = await sealed.say(question.id, words.own, { isAnonymous: true, parentReplyId: masked.id });
    await stranger.boost('discussion', own.id);
    await stranger.boost('question', question.id);
    await settled(system);
    await Promise.all(sockets.map((socket) => socket.entry(question.id, 3)));
  });

  afterAll(async () => {
    for (const socket of sockets) socket.close();
    await system?.stop();
  });

  const walk = async (viewer: Client): Promise<string> => {
    const from = viewer.received.length;
    for (const path of everyGet(viewer, question, [named, masked, own])) {
      const answer = await viewer.call('GET', path);
      const isForSignedIn = /\/(notifications|auth|users)\b/.test(path);
      expect(`${path} ${answer.status}`).toBe(`${path} ${viewer.cookie === undefined && isForSignedIn ? 401 : 200}`);
    }
    return viewer.received.slice(from).join('\n');
  };

  const traces = (author: Client) => [author.user.id, author.user.username];

  it('is shown as own content only to its author', async () => {
    const page = await sealed.question(question.id);
    expect(page).toMatchObject({
      isMine: true,
      isAnonymous: true,
      creatorId: null,
      creator: null,
      description: words.description,
    });
    expect(page.discussions.map((reply) => [reply.isMine, reply.content])).toEqual([
      [false, null],
      [false, null],
      [true, words.own],
    ]);
    for (const other of [stranger, visitor, helper]) {
      expect(await other.question(question.id)).toMatchObject({
        isMine: false,
        isAnonymous: true,
        creatorId: null,
        creator: null,
        creatorUsername: null,
      });
    }
  });

  it('names its author in no response to other people', async () => {
    const [ofStranger, ofVisitor, ofHelper] = [await walk(stranger), await walk(visitor), await walk(helper)];
    for (const trace of traces(sealed))
      for (const seen of [ofStranger, ofVisitor, ofHelper]) expect(seen).not.toContain(trace);
    for (const trace of traces(helper)) for (const seen of [ofStranger, ofVisitor]) expect(seen).not.toContain(trace);
  });

  it('names its author in no frame to other people', () => {
    for (const socket of sockets) {
      const frames = socket.texts.join('\n');
      for (const trace of [...traces(sealed), ...(socket === sockets[2] ? [] : traces(helper))])
        expect(frames).not.toContain(trace);
    }
  });

  it('sends locked words in no response and no frame, except to their author', async () => {
    const seen = {
      stranger: await walk(stranger),
      visitor: await walk(visitor),
      helper: await walk(helper),
      sealed: await walk(sealed),
    };
    for (const text of [seen.stranger, seen.visitor, seen.helper]) {
      expect(text).not.toContain(words.description);
      expect(text).not.toContain(words.own);
    }
    for (const text of [seen.visitor, seen.helper, seen.sealed]) expect(text).not.toContain(words.reply);
    expect(seen.stranger).toContain(words.reply);
    const frames = sockets.flatMap((socket) => socket.texts).join('\n');
    for (const locked of [...Object.values(words), 'Masked words']) expect(frames).not.toContain(locked);
  });

  it('notifies its author without names, and never names an anonymous author', async () => {
    const inbox = await sealed.notifications();
    const reply = inbox.find((entry) => entry.contentId === masked.id);
    expect(reply).toMatchObject({ type: 'comment', actor: null });
    const notified = (await stranger.notifications()).filter((entry) => entry.contentId === masked.id);
    expect(notified).toMatchObject([{ type: 'comment', actor: null }]);
  });

  it('pays its author in their own ledger, without a link to the post', async () => {
    const paid = await sealed.activities();
    for (const entry of paid)
      expect(entry).toMatchObject({ rule: 'anonymous-posts', contentId: null, contentType: null });
    expect(paid.reduce((sum, { counted }) => sum + counted, 0)).toBe(10 + 15 + 3 + 3);
    expect((await stranger.call('GET', `/api/users/${sealed.user.id}/xp-activities`)).status).toBe(403);
  });

  it('writes no name and no locked word to any log', () => {
    const logs = logsOf(system);
    expect(logs).toContain('Answered');
    for (const secret of [...Object.values(words), sealed.user.username]) expect(logs).not.toContain(secret);
  });

  it('opens its words at the threshold and keeps its author anonymous', async () => {
    await helper.boost('question', question.id);
    const page = await visitor.question(question.id);
    expect(page.description).toBe(words.description);
    expect(page.discussions.map((reply) => reply.content)).toEqual([
      words.reply,
      'Masked words of the helper',
      words.own,
    ]);
    const seen = await walk(visitor);
    for (const trace of [...traces(sealed), ...traces(helper)]) expect(seen).not.toContain(trace);
  });

  it('refuses anonymous replies if the asker does not want them', async () => {
    const strict = await sealed.ask({ title: 'Who are you?', isAnonymous: true, allowAnonymousAnswers: false });
    const refused = await stranger.call('POST', '/api/discussions', {
      body: { questionId: strict.id, content: 'Guess', isAnonymous: true },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await visitor.question(strict.id)).discussionCount).toBe(0);
  });
});
