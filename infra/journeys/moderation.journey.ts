import { isDeepStrictEqual } from 'node:util';
import {
  type Discussion,
  moderationRpc,
  type Podcast,
  type Question,
  type Report,
  type UnreadCount,
  type Wipe,
  type WipeCounts,
} from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { takeSnapshot, untilListed } from './api-snapshot.ts';
import { Client, registerNewcomers } from './client.ts';
import { withServiceCalls } from './operator.ts';
import { grantRole } from './roles.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

export const moderationJourney = (system: System): void => {
  const visitor = new Client(system);
  const [subject, fan, ambassador] = registerPeople(system, 'subject', 'fan', 'ambassador');
  let open: Question;
  let confession: Question;
  let fansQuestion: Question;
  let replies: Discussion[];
  let podcast: Podcast;

  beforeAll(async () => {
    await grantRole(system, ambassador, 'ambassador');

    open = await subject.ask({ title: 'Who hears me?', description: 'Everybody, I hope' });
    const words = { title: 'What did I do?', description: 'I told everybody' };
    confession = await subject.ask({ ...words, replyBoostThreshold: 2 });
    fansQuestion = await fan.ask({ title: 'Who answers?' });
    replies = [await subject.say(fansQuestion.id, 'I do'), await fan.say(open.id, 'I hear you')];
    replies.push(await subject.say(fansQuestion.id, 'And again', { parentReplyId: replies[0]!.id }));
    await subject.say(fansQuestion.id, 'Nobody knows me', { isAnonymous: true });
    await fan.say(confession.id, 'Locked until two have boosted it');
    podcast = await subject.publish('What I heard');
    await Promise.all([
      fan.boost('question', open.id),
      fan.boost('question', confession.id),
      ambassador.boost('question', confession.id),
      fan.boost('discussion', replies[0]!.id),
      fan.boost('podcast', podcast.id),
      subject.boost('question', fansQuestion.id),
      subject.follow(fan.user.id),
      fan.follow(subject.user.id),
      subject.repost('question', fansQuestion.id, 'Answer her'),
      fan.repost('question', open.id),
    ]);
    await untilReadyAndSettled(system);
  });

  const look = () =>
    takeSnapshot(visitor, {
      people: [subject, fan, ambassador],
      questionIds: [open.id, confession.id, fansQuestion.id],
      told: subject,
    });
  const wipeNow = (wipeId: string) => ambassador.get<Wipe>(`/api/admin/wipes/${wipeId}`);

  it('a report notifies the ambassadors, and its resolution notifies the reporter', async () => {
    const socket = await fan.socket();
    const unread = () => ambassador.get<UnreadCount>('/api/notifications/unread-count');
    const { reports } = await unread();
    const report = await fan.report('question', open.id);
    expect(report).toMatchObject({ status: 'pending', contentPreview: { title: open.title }, reviewer: null });
    await eventually('the news', async () => (await ambassador.notifications()).some(({ type }) => type === 'report'));
    expect(await unread()).toMatchObject({ reports: reports! + 1 });
    const isListed = async (status: Report['status'] = 'pending') => {
      const reports = await ambassador.get<Report[]>(`/api/reports/ambassador?status=${status}`);
      expect(new Set(reports.map((one) => one.status))).toEqual(new Set(reports.length > 0 ? [status] : []));
      return reports.some(({ id }) => id === report.id);
    };
    expect(await isListed()).toBe(true);
    const resolved = await ambassador.resolve(report.id);
    expect(resolved).toMatchObject({ status: 'resolved', reviewer: { id: ambassador.user.id } });
    await socket.next('report_resolved', ({ reportId }) => reportId === report.id);
    await eventually('the end', async () => (await fan.notifications()).some(({ type }) => type === 'report_resolved'));
    expect([await isListed(), await isListed('resolved')]).toEqual([false, true]);
    const { entries } = await withServiceCalls(system, (calls) =>
      calls.call(moderationRpc.audit, { before: null, limit: 10 }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ act: 'report-resolved', actorId: ambassador.user.id, reportId: report.id }),
    );
  });

  it.each([false, true])(
    'only the target stops seeing a removed pending question (anonymous: %s)',
    async (isAnonymous) => {
      const [asker, target] = await registerNewcomers(system.url, 'asker', 'target');
      const words = { title: 'Where do you live?', description: 'Tell me', replyBoostThreshold: 9 };
      const { id } = await asker.ask({ ...words, isAnonymous, targetUserId: target.user.id });
      const live = [await target.socket(), await asker.socket()] as const;
      for (const socket of live) await socket.join(id, 0);
      const path = `/api/questions/${id}`;
      const everythingOf = async (client: Client) => {
        const parts = ['', '/room?after=0', '/discussions?before=99'].map((part) => path + part);
        const calls = [...parts, `/api/content/${id}`, `/api/boost-status/question/${id}`];
        const lists = ['content', 'pending-questions', 'xp-activities', 'export'].map(
          (part) => `/api/users/${client.user.id}/${part}`,
        );
        const answers = [];
        for (const call of [...calls, ...lists, '/api/notifications', '/api/notifications/unread-count']) {
          const { status, text } = await client.call('GET', call);
          answers.push([call, status, text.replace(/"exportedAt":"[^"]*"/, '')]);
        }
        const items = [{ contentType: 'question', contentId: id }];
        for (const kind of ['boost', 'repost'])
          answers.push([kind, (await client.call('POST', `/api/batch/${kind}-status`, { body: { items } })).text]);
        return answers;
      };
      await untilReadyAndSettled(system);
      const before = await everythingOf(asker);
      expect((await ambassador.call('GET', path)).status).toBe(404);

      const report = await target.report('question', id);
      const shown = { title: words.title, description: null, isApproved: false, discussions: [] };
      expect(await ambassador.question(id)).toMatchObject(shown);
      expect(await everythingOf(asker)).toEqual(before);

      await ambassador.expect('DELETE', path);
      await live[0].next('error', ({ questionId }) => questionId === id);
      await untilReadyAndSettled(system);
      expect(await everythingOf(asker)).toEqual(before);
      expect(JSON.stringify(await everythingOf(target))).not.toContain(words.title);
      for (const other of [target, ambassador]) {
        for (const call of [path, `/api/content/${id}`])
          expect([call, (await other.call('GET', call)).status]).toEqual([call, 404]);
        expect((await other.call('DELETE', path)).status).toBe(404);
      }
      for (const act of ['approve', 'ignore']) expect((await target.call('POST', `${path}/${act}`)).status).toBe(404);
      const [listed] = (await ambassador.get<Report[]>('/api/reports/ambassador')).filter(
        (one) => one.id === report.id,
      );
      expect(listed).toMatchObject({ isRemoved: true });

      expect((await asker.say(id, 'Well?', { isAnonymous })).questionId).toBe(id);
      await live[1].next('room', ({ questionId }) => questionId === id);
      expect(live[0].texts.filter((text) => text.includes('Well?'))).toEqual([]);
      await asker.expect('DELETE', path);
      expect((await asker.call('GET', path)).status).toBe(404);
      await ambassador.resolve(report.id);
    },
  );

  it('a wipe hides all posts of a person at once, and its undo restores all exactly', async () => {
    await untilReadyAndSettled(system);
    await untilListed(visitor, [open.id, confession.id, fansQuestion.id]);
    const before = await look();
    const path = `/api/admin/users/${subject.user.id}/content`;
    const preview = await ambassador.get<WipeCounts>(path);
    expect(preview).toEqual({ questions: 2, discussions: 2, podcasts: 1, reposts: 1 });
    for (const other of [fan, subject]) expect((await other.call('DELETE', path)).status).toBe(403);
    const { wipeId, counts, undoUntil } = await ambassador.wipe(subject.user.id);
    expect(counts).toEqual(preview);
    expect(Date.parse(undoUntil)).toBeGreaterThan(Date.now() + 71 * 3_600_000);

    // All reads hide the posts before the wipe is answered. No job runs in between.
    for (const reader of [visitor, fan, subject]) {
      for (const { id } of [open, confession])
        expect((await reader.call('GET', `/api/questions/${id}`)).status).toBe(404);
      expect((await reader.call('GET', `/api/discussions/${replies[0]!.id}`)).status).toBe(404);
      const { text } = await reader.call('GET', '/api/feed?sortBy=recent&limit=50');
      for (const words of [open.title, confession.title, podcast.title, 'Answer her'])
        expect(text).not.toContain(words);
    }
    expect((await fan.call('GET', `/api/podcasts/${podcast.id}`)).status).toBe(404);
    expect((await fan.call('GET', podcast.mediaUrl)).status).toBe(404);
    expect(
      (await fan.question(fansQuestion.id)).discussions.filter(({ userId }) => userId === subject.user.id),
    ).toEqual([]);
    await eventually('the work is done', async () => (await wipeNow(wipeId)).status === 'done');
    const { done, total } = await wipeNow(wipeId);
    expect([done, total]).toEqual([6, 6]);
    await untilReadyAndSettled(system);
    // A wipe keeps anonymous posts, because their removal would reveal the author.
    const anonymous = { content: 'Nobody knows me', isAnonymous: true, user: null };
    expect(await fan.question(fansQuestion.id)).toMatchObject({ discussionCount: 1, discussions: [anonymous] });
    expect(
      (await fan.notifications())
        .filter(({ actor }) => actor?.id === subject.user.id && actor.id !== null)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['boost', 'other']);
    expect(
      (await subject.activities())
        .filter(({ rule }) => rule === 'question-posted')
        .map(({ counted, reversedBecause }) => `${counted} ${reversedBecause !== null}`),
    ).toEqual(['0 true', '0 true']);
    const removed = 'An ambassador has removed your content';
    expect((await subject.notifications()).map(({ message }) => message)).toContain(removed);
    expect(await ambassador.get<WipeCounts>(path)).toEqual({ questions: 0, discussions: 0, podcasts: 0, reposts: 0 });

    await ambassador.undoWipe(wipeId);
    expect((await ambassador.call('POST', `/api/admin/wipes/${wipeId}/undo`)).status).toBe(409);
    await untilReadyAndSettled(system);
    expect(await wipeNow(wipeId)).toMatchObject({ status: 'undone', done: 6, total: 6 });
    // Lists with another sort than `recent` are cached for a moment.
    await eventually('the lists', async () => isDeepStrictEqual(await look(), before)).catch(() => undefined);
    expect(await look()).toEqual(before);
  });
};
