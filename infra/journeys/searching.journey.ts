import type { Question, SearchPage } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeAll, expect, it } from '@jest/globals';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

/** The seed and other journeys do not use these words. */
const words = {
  title: 'zanderfisch',
  locked: 'quetschkommode',
  reply: 'wolkenkuckucksheim',
  pending: 'kaltschnäuzig',
  said: 'tintenklecks',
};

export const searchingJourney = (system: System): void => {
  const visitor = new Client(system);
  const [asker, fan, target] = registerPeople(system, 'asker', 'fan', 'target');
  const results = async (client: Client, q: string, more = '') =>
    (await client.get<SearchPage>(`/api/search?q=${encodeURIComponent(q)}${more}`)).results;
  const found = async (client: Client, q: string) => (await results(client, q)).map(({ id }) => id);
  const everyone = () => [visitor, asker, fan, target];
  let question: Question;
  let replyId: string;
  let pending: Question;

  beforeAll(async () => {
    const confession = { title: `Who ate the ${words.title}?`, description: `It was the ${words.locked}` };
    question = await asker.ask({ ...confession, isAnonymous: true, replyBoostThreshold: 1 });
    replyId = (await fan.say(question.id, `No, ${words.reply}`)).id;
    pending = await asker.ask({ title: `Are you ${words.pending}?`, targetUserId: target.user.id });
    await untilReadyAndSettled(system);
    await eventually('the title is found', async () => (await found(visitor, words.title)).length === 1);
  });

  it('the search finds a title, but neither locked words nor a pending question', async () => {
    for (const client of everyone()) {
      expect(await found(client, 'ZANDERF')).toEqual([question.id]);
      for (const word of [words.locked, words.reply, words.pending]) expect(await found(client, word)).toEqual([]);
    }
    const [result] = await results(fan, words.title, '&kind=question');
    expect(result).toMatchObject({ kind: 'question', questionId: question.id, creator: null, boostCount: 0 });
    const [[start, length]] = result!.matches as [[number, number]];
    expect(result!.excerpt.slice(start, start + length)).toBe(words.title);
    expect(await results(fan, words.title, '&kind=reply')).toEqual([]);
  });

  it('the search finds words after they open, and a question after its approval', async () => {
    await fan.boost('question', question.id);
    await target.approve(pending.id);
    await eventually('the last words are found', async () => (await found(visitor, words.pending)).length === 1);
    for (const client of everyone()) {
      expect(await found(client, words.locked)).toEqual([question.id]);
      expect(await found(client, words.reply)).toEqual([replyId]);
      expect(await found(client, 'kaltschnauzig')).toEqual([pending.id]);
    }
    const [reply] = await results(visitor, words.reply);
    expect(reply).toMatchObject({ kind: 'reply', title: question.title, creator: { username: fan.user.username } });
  });

  it('the search suggests questions that are similar to a title', async () => {
    const similar = (title: string) => fan.get<Question[]>(`/api/questions/similar?title=${encodeURIComponent(title)}`);
    expect((await similar(`Who ate my ${words.title}`)).map(({ id }) => id)).toEqual([question.id]);
    expect(await similar('Who ate')).toEqual([]);
  });

  it('the search finds words of a transcript only for signed-in people', async () => {
    const { id } = await asker.publish('Small talk');
    const raw = `1\n00:00:00,000 --> 00:00:00,200\nHush\n\n2\n00:00:00,500 --> 00:00:00,900\nA ${words.said}`;
    const headers = { 'content-type': 'application/x-subrip' };
    await asker.expect('PUT', `/api/podcasts/${id}/transcript`, { raw, headers });
    await eventually('the transcript is found', async () => (await found(fan, words.said)).length === 1);
    const [result] = await results(fan, words.said);
    expect(result).toMatchObject({ kind: 'podcast', id, questionId: null, title: 'Small talk', at: 0.5 });
    expect(result!.excerpt).toBe(`A ${words.said}`);
    expect(await found(visitor, words.said)).toEqual([]);
    await asker.expect('DELETE', `/api/podcasts/${id}/transcript`);
    expect(await found(fan, words.said)).toEqual([]);
  });

  it('the search finds no deleted question as soon as its deletion is answered', async () => {
    await asker.expect('DELETE', `/api/questions/${question.id}`);
    for (const client of everyone())
      for (const word of [words.title, words.locked, words.reply]) expect(await found(client, word)).toEqual([]);
  });
};
