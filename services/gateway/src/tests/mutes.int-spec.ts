import {
  contentRpc,
  engagementRpc,
  gamificationRpc,
  identityRpc,
  type Mutes,
  notificationRpc,
  type QuestionDetail,
  type RoomPage,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions } from './fake-questions.suite.js';
import { FakeRoom } from './fake-room.suite.js';
import type { SignedIn } from './fake-services.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

const at = '2026-03-04T05:06:07.890Z';

describe('blocks and mutes', () => {
  const gateway = gatewayForBlock();
  let other: SignedIn;
  beforeEach(() => {
    other = gateway.services.signIn(`other-${uuidv7()}`);
  });
  const mute = (changes: Partial<Mutes>) => {
    const mutes = { people: [], questions: [], ...changes };
    gateway.services.changeSession(gateway.fan, { mutes });
    return mutes;
  };

  it('a block or mute applies to the next read after the call that sets it', async () => {
    const { services, fan } = gateway;
    const questions = new FakeQuestions(services);
    const question = questionView();
    questions.ask(question, []);
    services.on(identityRpc.setMute, ({ isOn }) => ({ isOn }));
    services.on(notificationRpc.unread, () => ({ unread: 0 }));
    await gateway.get('/api/notifications/unread-count', fan.cookie);
    const put = async (path: string, on: unknown) =>
      gateway.ask('PUT', path, { cookie: fan.cookie, body: { on } }).then(({ status, body }) => [status, body]);
    const asked = services.callsOf(identityRpc.session).length;
    expect(await put(`/api/users/${other.person.id}/block`, true)).toEqual([200, { isBlocked: true }]);
    await gateway.get('/api/notifications/unread-count', fan.cookie);
    expect(services.callsOf(identityRpc.session).length).toBeGreaterThan(asked);
    expect(await put(`/api/users/${other.person.id}/mute`, false)).toEqual([200, { isMuted: false }]);
    expect(await put(`/api/questions/${question.id}/mute`, true)).toEqual([200, { isMuted: true }]);
    const unknown = uuidv7();
    await put(`/api/questions/${unknown}/mute`, true);
    expect(services.inputsOf(identityRpc.setMute)).toEqual([
      { kind: 'block', mutedId: other.person.id, isOn: true },
      { kind: 'person', mutedId: other.person.id, isOn: false },
      { kind: 'question', mutedId: question.id, isOn: true },
      { kind: 'question', mutedId: unknown, isOn: true, isGone: true },
    ]);
    expect((await put(`/api/users/${other.person.id}/mute`, 'yes'))[0]).toBe(400);
    expect((await gateway.ask('PUT', `/api/users/${other.person.id}/block`, { body: { on: true } })).status).toBe(401);
  });

  it('the lists of mutes leave out hidden people and removed questions', async () => {
    const { services, fan } = gateway;
    const questions = new FakeQuestions(services);
    const question = questionView({ title: 'Loud?' });
    questions.ask(question, []);
    const { id, username } = other.person;
    services.on(identityRpc.ownMutes, () => ({
      mutes: [
        { kind: 'question', mutedId: question.id, mutedAt: at },
        { kind: 'question', mutedId: uuidv7(), mutedAt: at },
        { kind: 'person', mutedId: id, mutedAt: at },
        { kind: 'block', mutedId: id, mutedAt: at },
        { kind: 'block', mutedId: uuidv7(), mutedAt: at },
      ],
    }));
    const user = expect.objectContaining({ id, username });
    expect((await gateway.get('/api/blocks', fan.cookie)).body).toEqual([{ user, createdAt: at }]);
    expect((await gateway.get('/api/mutes', fan.cookie)).body).toEqual([
      { question: expect.objectContaining({ id: question.id, title: 'Loud?', kind: 'question' }), createdAt: at },
      { user, createdAt: at },
    ]);
    for (const path of ['/api/blocks', '/api/mutes']) expect((await gateway.get(path)).status).toBe(401);
  });

  it('mutes are listed even with more anonymous questions than one call may hold', async () => {
    const { services, fan } = gateway;
    const questions = new FakeQuestions(services);
    const muted = Array.from({ length: 501 }, () => questions.ask(questionView({ isAnonymous: true, authorId: null })));
    const mutes = muted.map(({ id: mutedId }) => ({ kind: 'question' as const, mutedId, mutedAt: at }));
    services.on(identityRpc.ownMutes, () => ({ mutes }));
    expect((await gateway.get('/api/mutes', fan.cookie)).body).toHaveLength(501);
    const named = services.inputsOf(contentRpc.ownQuestionWords) as { ids: string[] }[];
    expect(named.map(({ ids }) => ids.length)).toEqual([500, 1]);
  });

  it('mutes apply to lists, bell and replies, and do not change shared answers', async () => {
    const { services, fan } = gateway;
    new FakeQuestions(services);
    const mutes = mute({ people: [other.person.id], questions: [uuidv7()] });
    services.on(contentRpc.feed, () => ({ items: [], anchor: null }));
    services.on(contentRpc.nearlyHeard, () => ({ items: [] }));
    services.on(notificationRpc.inbox, () => ({ notifications: [] }));
    services.on(notificationRpc.unread, () => ({ unread: 0 }));
    services.on(contentRpc.repliesBefore, () => ({ replies: [], isCut: false }));
    services.on(gamificationRpc.heard, () => ({ accountIds: [other.person.id, fan.person.id] }));
    const paths = ['/api/feed', '/api/feed/nearly-heard', '/api/notifications', '/api/notifications/unread-count'];
    const reads = [contentRpc.feed, contentRpc.nearlyHeard, notificationRpc.inbox, notificationRpc.unread] as const;
    for (const path of [...paths, `/api/questions/${uuidv7()}/discussions?before=9`])
      expect([path, (await gateway.get(path, fan.cookie)).status]).toEqual([path, 200]);
    for (const read of [...reads, contentRpc.repliesBefore])
      expect(services.inputsOf(read)).toEqual([expect.objectContaining({ mutes })]);
    expect((await gateway.get('/api/users/heard', fan.cookie)).body).toEqual([]);
    services.calls.length = 0;
    for (const path of paths.slice(0, 2)) await gateway.get(path, other.cookie);
    for (const read of reads.slice(0, 2))
      expect(services.inputsOf(read)).toEqual([expect.not.objectContaining({ mutes })]);
  });

  it('mutes hide signed replies in pages and rooms, and no anonymous replies', async () => {
    const { services, fan } = gateway;
    const room = new FakeRoom(services);
    mute({ people: [other.person.id] });
    const signed = replyView({ number: 1, authorId: other.person.id });
    const path = `/api/questions/${room.questionId}`;
    services.on(contentRpc.questionPage, ({ mutes }) => {
      const replies = mutes ? [] : [signed];
      return { question: questionView({ id: room.questionId }), replies, isCut: false, pinnedReply: null };
    });
    const own = { lastNumber: 0, isHiding: false, isApproved: true, question: null, replies: [], pinnedReply: null };
    services.on(contentRpc.ownOnPage, () => ({ ...own, isAnswered: true }));
    services.on(contentRpc.answeredIn, () => ({ answeredIn: [] }));
    expect(((await gateway.get(path, fan.cookie)).body as QuestionDetail).discussions).toEqual([]);
    const mutes = { people: [other.person.id], questions: [] };
    expect(services.inputsOf(contentRpc.answeredIn)).toEqual([{ questionId: room.questionId, mutes }]);
    room.say(1, { authorId: other.person.id });
    room.say(1, { authorId: other.person.id, isAnonymous: true });
    room.say(1, { authorId: fan.person.id });
    const entriesOf = async (cookie?: string) =>
      ((await gateway.get(`${path}/room?after=0`, cookie)).body as RoomPage).entries.map(({ entry }) => entry);
    expect(await entriesOf(fan.cookie)).toEqual(['removed', 'message', 'message']);
    expect(await entriesOf()).toEqual(['message', 'message', 'message']);
  });

  it('mutes change the live frames of only the muting person, at once and after a join', async () => {
    const { services, fan } = gateway;
    const room = new FakeRoom(services);
    const own = await (await gateway.socket({ cookie: fan.cookie })).join(room.questionId, 0);
    const visitor = await (await gateway.socket()).join(room.questionId, 0);
    const say = () => room.say(1, { authorId: other.person.id });
    const kindsOf = (client: typeof own) =>
      client.of('room').flatMap(({ entries }) => entries.map(({ entry }: { entry: string }) => entry));
    let said = 0;
    const sayOnce = async () => {
      say();
      said += 1;
      await eventually('both hear', () => [own, visitor].every((client) => kindsOf(client).length === said));
    };
    await sayOnce();
    expect(kindsOf(own)).toEqual(['message']);
    mute({ people: [other.person.id] });
    await eventually('the socket knows the mute', async () => {
      await sayOnce();
      return kindsOf(own).at(-1) === 'removed';
    });
    expect(new Set(kindsOf(visitor))).toEqual(new Set(['message']));
    expect(JSON.stringify(own.of('room').at(-1))).not.toContain(other.person.id);
    const again = await (await gateway.socket({ cookie: fan.cookie })).join(room.questionId, 0);
    await eventually('the new socket hears all', () => kindsOf(again).length === said);
    expect(new Set(kindsOf(again))).toEqual(new Set(['removed']));
  });

  it('a blocked person cannot follow, and only blocked people’s replies cause a check', async () => {
    const { services, fan } = gateway;
    const { id } = other.person;
    services.on(engagementRpc.setFollow, ({ isFollowing }) => ({ isFollowing, followerCount: 1 }));
    services.on(identityRpc.blockersAmong, ({ accountIds }) => ({
      blockerIds: accountIds.filter((one) => one === id),
    }));
    services.on(contentRpc.postReply, () => ({ reply: replyView() }));
    const follow = async (method: 'POST' | 'DELETE', who = id) =>
      (await gateway.ask(method, `/api/users/${who}/follow`, { cookie: fan.cookie, body: {} })).status;
    const say = () =>
      gateway.ask('POST', '/api/discussions', {
        cookie: fan.cookie,
        body: { questionId: uuidv7(), content: 'Hello', isAnonymous: false },
      });
    expect(await follow('POST')).toBe(200);
    await say();
    expect(services.callsOf(identityRpc.blockersAmong)).toEqual([]);
    services.changeSession(fan, { isBlocked: true });
    await gateway.listens();
    expect([await follow('POST'), await follow('DELETE'), await follow('POST', uuidv7())]).toEqual([403, 200, 404]);
    await say();
    const flags = services.inputsOf(contentRpc.postReply).map((input) => (input as { isBlocked?: true }).isBlocked);
    expect(flags).toEqual([undefined, true]);
  });
});
