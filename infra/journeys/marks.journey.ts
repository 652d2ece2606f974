import type { AccountExport, Bookmarks, Notification, Question } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

const secret = 'The lighthouse keeper';

export const marksJourney = (system: System): void => {
  const visitor = new Client(system);
  const [asker, masked, watcher, both, opener] = registerPeople(system, 'asker', 'masked', 'watcher', 'both', 'opener');
  const watch = (client: Client, { id }: Pick<Question, 'id'>, on = true) =>
    client.expect<{ isWatching: boolean }>('PUT', `/api/questions/${id}/watch`, { body: { on } });
  const bookmark = (client: Client, contentType: string, id: string, on = true) =>
    client.call('PUT', `/api/bookmarks/${contentType}/${id}`, { body: { on } });
  const bookmarksOf = async (client: Client, after = '') => client.get<Bookmarks>(`/api/bookmarks${after}`);
  const idsOf = async (client: Client) => (await bookmarksOf(client)).items.map(({ id }) => id);
  const told = async (client: Client, { id }: Pick<Question, 'id'>): Promise<Pick<Notification, 'message'>[]> =>
    (await client.notifications()).filter(({ type, contentId }) => type === 'other' && contentId === id);
  const title = 'Who kept the light on?';
  let question: Question;

  beforeAll(async () => {
    question = await masked.ask({ title, description: secret, isAnonymous: true, replyBoostThreshold: 2 });
  });

  it('watches and bookmarks are visible to their owner alone and change no count', async () => {
    const before = await visitor.question(question.id);
    expect(before.isWatching).toBe(false);
    for (const client of [watcher, both, masked, opener])
      expect(await watch(client, question)).toEqual({ isWatching: true });
    expect(await watch(opener, question, false)).toEqual({ isWatching: false });
    expect((await bookmark(watcher, 'question', question.id)).body).toEqual({ isBookmarked: true });
    expect((await watcher.question(question.id)).isWatching).toBe(true);
    for (const client of [opener, asker]) expect((await client.question(question.id)).isWatching).toBe(false);
    expect(await visitor.question(question.id)).toEqual(before);
    expect(await idsOf(asker)).toEqual([]);
  });

  it('bookmarks list questions, replies and episodes, without locked words', async () => {
    const reply = await asker.say(question.id, secret);
    const episode = await asker.publish();
    await bookmark(watcher, 'discussion', reply.id);
    await bookmark(watcher, 'podcast', episode.id);
    await bookmark(watcher, 'podcast', episode.id);
    await untilReadyAndSettled(system);
    const { items, next } = await bookmarksOf(watcher);
    expect(items).toMatchObject([
      { kind: 'podcast', id: episode.id },
      { kind: 'answer', id: reply.id, content: null },
      { kind: 'question', id: question.id, description: null, creator: null },
    ]);
    expect(next).toBeNull();
    await asker.remove('podcast', episode.id);
    await bookmark(watcher, 'discussion', reply.id, false);
    expect(await idsOf(watcher)).toEqual([question.id]);
    expect((await bookmark(watcher, 'podcast', episode.id)).status).toBe(404);
    expect((await bookmark(watcher, 'question', reply.id)).status).toBe(404);
  });

  it('the opening of a watched question notifies its watchers once', async () => {
    await both.boost('question', question.id);
    await opener.boost('question', question.id);
    await untilReadyAndSettled(system);
    expect(await told(watcher, question)).toMatchObject([{ message: `It is open: “${title}”. You watch it.` }]);
    expect(await told(both, question)).toMatchObject([{ message: `It is open: “${title}”. You were one of 2.` }]);
    expect(await told(opener, question)).toEqual([]);
    expect(await told(masked, question)).toMatchObject([{ message: expect.stringContaining('reached its boosts') }]);
    for (const client of [visitor, watcher, both, opener]) {
      const parts = client.received.filter((text) => text.includes(question.id));
      expect(parts.filter((text) => text.includes(masked.user.id))).toEqual([]);
    }
  });

  it("watches and bookmarks are in their owner's export", async () => {
    const file = await watcher.get<AccountExport>(`/api/users/${watcher.user.id}/export`);
    expect(file.watches).toMatchObject([{ questionId: question.id }]);
    expect(file.bookmarks.map(({ contentId }) => contentId)).toContain(question.id);
  });
};
