import { randomUUID } from 'node:crypto';
import { type ContentRef, contentRpc } from '@hearsay/contracts';
import type { TestService } from '@hearsay/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Conversation, contentSettings } from './content.suite.js';
import { ContentNeighbours } from './content-neighbours.suite.js';

const neighbours = new ContentNeighbours(contentSettings());
const [maya, jonas] = [randomUUID(), randomUUID()];
let service: TestService;
let talk: Conversation;
beforeAll(() => {
  ({ service } = neighbours);
  talk = new Conversation(service, maya, jonas);
});

const newKey = () => ({ idempotencyKey: randomUUID() });
const remove = (
  contentType: ContentRef['contentType'],
  contentId: string,
  as: string,
  isAmbassador = false,
  context: object = {},
) => service.call(contentRpc.removeContent, { contentType, contentId, isAmbassador }, as, context);

describe('a repeat under the same key is answered like the first call', () => {
  it.each([
    ['named', false],
    ['anonymous', true],
  ])('when the question of a %s reply was removed since', async (_, isAnonymous) => {
    const { id } = await talk.ask();
    const key = newKey();
    const parent = await talk.reply(id, 'what it answers');
    const post = (words = 'heard?') => talk.reply(id, words, jonas, { isAnonymous, parentReplyId: parent.id }, key);
    const first = await post();
    await remove('question', id, maya);
    expect(await post()).toEqual(first);
    await expect(post('other words')).rejects.toMatchObject({ code: 'key_reused' });
    await expect(talk.reply(id, 'heard?')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when a reply that was posted or answered was removed since', async () => {
    const { id } = await talk.ask();
    const [key, answersKey] = [newKey(), newKey()];
    const post = () => talk.reply(id, 'heard?', jonas, {}, key);
    const first = await post();
    const answer = () => talk.reply(id, 'I have', maya, { parentReplyId: first.id }, answersKey);
    const answered = await answer();
    await remove('discussion', first.id, jonas);
    expect([await post(), await answer()]).toEqual([first, answered]);
  });

  it('when the target takes no questions any more or the question is gone', async () => {
    const target = randomUUID();
    for (const asker of [maya, null]) {
      const key = newKey();
      const ask = () => talk.ask({ isAnonymous: true, description: 'As I said', targetId: target }, asker, key);
      neighbours.closedSince.delete(target);
      const first = await ask();
      neighbours.closedSince.add(target);
      await expect(talk.ask({ isAnonymous: true, targetId: target }, asker, newKey())).rejects.toMatchObject({
        code: 'not_accepting',
      });
      expect(await ask()).toEqual(first);
      await remove('question', first.id, randomUUID(), true);
      expect(await ask()).toEqual(first);
    }
  });

  it('when a question was boosted or removed since its author has edited it', async () => {
    const { id } = await talk.ask();
    const key = newKey();
    const edit = () => service.call(contentRpc.editQuestion, { questionId: id, title: 'Would you rather?' }, maya, key);
    const first = await edit();
    neighbours.boosts.set(id, 1);
    expect(await edit()).toEqual(first);
    await remove('question', id, maya);
    expect(await edit()).toEqual(first);
  });

  it('when the role of the remover has changed since', async () => {
    const { id } = await talk.ask();
    const reply = await talk.reply(id, 'rude');
    for (const [contentType, contentId] of [['discussion', reply.id] as const, ['question', id] as const]) {
      const key = newKey();
      await remove(contentType, contentId, maya, true, key);
      await remove(contentType, contentId, maya, false, key);
    }
  });
});
