import type { AccountExport, Notification, Podcast, PodcastDetail, Question, QuestionDetail } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

export const answeredInJourney = (system: System): void => {
  const [host, asker, masked, listener] = registerPeople(system, 'host', 'curious', 'veiled', 'listener');
  const visitor = new Client(system);
  const lockedWords = 'Nobody has heard this yet';
  let episode: Podcast;
  let signed: Question;
  let anonymous: Question;
  let locked: Question;

  const set = (questions: readonly Question[]) =>
    host.call<{ code: string }>('PUT', `/api/podcasts/${episode.id}/answers`, {
      body: questions.map(({ id }, index) => ({ questionId: id, at: index / 100 })),
    });
  const detail = (client: Client, { id }: Question) => client.get<QuestionDetail>(`/api/questions/${id}`);
  const answersOf = async () => (await listener.get<PodcastDetail>(`/api/podcasts/${episode.id}`)).answers;
  const told = async (client: Client): Promise<Notification[]> =>
    (await client.notifications()).filter(({ contentId }) => contentId === episode.id);

  beforeAll(async () => {
    episode = await host.publish('On small fears');
    signed = await asker.ask({ title: 'What scares you?' });
    anonymous = await masked.ask({ title: 'Who scared you?', isAnonymous: true });
    locked = await asker.ask({ title: 'What is behind it?', description: lockedWords, replyBoostThreshold: 2 });
    for (const client of [listener, masked, asker])
      await client.expect('PUT', `/api/questions/${anonymous.id}/watch`, { body: { on: true } });
    expect((await set([signed, anonymous, locked])).status).toBe(409);
    expect((await set([signed, anonymous])).status).toBe(200);
    await untilReadyAndSettled(system);
  });

  it('an answer appears in the episode, its chapters and the question', async () => {
    const answers = [
      { questionId: signed.id, title: signed.title, at: 0 },
      { questionId: anonymous.id, title: anonymous.title, at: 0.01 },
    ];
    expect(await answersOf()).toEqual(answers);
    expect(await listener.get(`/api/podcasts/${episode.id}/chapters`)).toEqual({
      version: '1.2.0',
      title: episode.title,
      chapters: answers.map(({ title, at }) => ({ startTime: at, title })),
    });
    for (const client of [visitor, listener, masked])
      expect((await detail(client, anonymous)).answeredIn).toEqual([
        { podcastId: episode.id, title: episode.title, at: 0.01 },
      ]);
    expect((await detail(visitor, locked)).answeredIn).toEqual([]);
  });

  it('an answer notifies askers and watchers once, and names no anonymous asker', async () => {
    const message = `Your question was answered in the episode “${episode.title}”`;
    const watched = `A question you watch was answered in the episode “${episode.title}”`;
    for (const [client, { id }] of [
      [asker, signed],
      [masked, anonymous],
    ] as const) {
      const notice = { type: 'other', contentType: 'podcast', questionId: id, count: 1, isRead: false, message };
      const toAsker = { ...notice, actor: { username: host.user.username } };
      const toWatcher = { ...toAsker, questionId: anonymous.id, message: watched };
      const expected = client === asker ? [toAsker, toWatcher] : [toAsker];
      const byMessage = (all: Notification[]) => all.sort((a, b) => b.message.localeCompare(a.message));
      expect(byMessage(await told(client))).toMatchObject(expected);
    }
    expect(await told(listener)).toMatchObject([{ message: watched, questionId: anonymous.id }]);
    expect(await told(host)).toEqual([]);
    expect((await set([anonymous])).status).toBe(200);
    await untilReadyAndSettled(system);
    expect([(await told(asker)).length, (await told(masked)).length]).toEqual([1, 1]);
    expect((await set([signed, anonymous])).status).toBe(200);
    await untilReadyAndSettled(system);
    expect([(await told(asker)).length, (await told(masked)).length]).toEqual([2, 1]);
    for (const client of [host, listener, visitor]) {
      const about = client.received.filter((text) => text.includes(anonymous.id)).join();
      for (const words of [masked.user.id, masked.user.username, lockedWords]) expect(about).not.toContain(words);
    }
  });

  it("an answer is in the export of the episode's author alone", async () => {
    const exported = await host.get<AccountExport>(`/api/users/${host.user.id}/export`);
    expect(exported.answers.map(({ questionId }) => questionId).sort()).toEqual([signed.id, anonymous.id].sort());
    expect((await asker.get<AccountExport>(`/api/users/${asker.user.id}/export`)).answers).toEqual([]);
  });

  it('a transcript with an error is refused, and the refusal names the line', async () => {
    const path = `/api/podcasts/${episode.id}/transcript`;
    const put = (raw: string, type = 'text/vtt', client = host) =>
      client.call<{ error: string; fields?: object }>('PUT', path, { raw, headers: { 'content-type': type } });
    expect((await listener.call('GET', path)).status).toBe(404);
    const srt = '1\n00:00:00,000 --> 00:00:00,500\n<b>Hush</b>\n\n2\n00:00:00,600 --> 00:00:00,900\nNow';
    expect((await put(srt, 'application/x-subrip', listener)).status).toBe(403);
    expect(await put(srt, 'application/x-subrip')).toMatchObject({ status: 200, body: { cues: 2 } });
    const line = 'Line 4: ';
    const wrong = await put('WEBVTT\n\n1\n00:00.000 -> 00:01.000\nHush');
    expect(wrong).toMatchObject({ status: 400, body: { fields: { transcript: expect.stringContaining(line) } } });
    expect((await put(srt, 'text/plain')).status).toBe(415);
    expect((await put(`WEBVTT\n${'\n'.repeat(2 * 1024 * 1024)}`)).status).toBe(413);
    const read = await listener.call('GET', path);
    expect(read.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(read.text).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nHush\n\n00:00:00.600 --> 00:00:00.900\nNow\n');
    expect((await visitor.call('GET', path)).status).toBe(401);
    expect((await host.get<AccountExport>(`/api/users/${host.user.id}/export`)).media).toContain(path);
  });

  it('an answer disappears when its question or its episode is removed', async () => {
    await asker.remove('question', signed.id);
    await untilReadyAndSettled(system);
    expect((await answersOf()).map(({ questionId }) => questionId)).toEqual([anonymous.id]);
    expect(await told(asker)).toMatchObject([{ questionId: anonymous.id }]);
    await host.remove('podcast', episode.id);
    expect((await detail(visitor, anonymous)).answeredIn).toEqual([]);
    await untilReadyAndSettled(system);
    expect(await told(masked)).toEqual([]);
    for (const part of ['chapters', 'transcript'])
      expect((await listener.call('GET', `/api/podcasts/${episode.id}/${part}`)).status).toBe(404);
  });
};
