import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, refused } from './content.suite.js';

const content = new ContentUnderTest();
const { ask, reply, remove, maya, jonas } = content;
const newKey = () => ({ idempotencyKey: randomUUID() });

describe('a repeat under the same key is answered like the first call', () => {
  it.each([
    ['named', false],
    ['anonymous', true],
  ])('when the question of a %s reply was removed since', async (_, isAnonymous) => {
    const { id } = await ask();
    const key = newKey();
    const parent = await reply(id, 'what it answers');
    const post = (words = 'heard?') => reply(id, words, jonas, { isAnonymous, parentReplyId: parent.id }, key);
    const first = await post();
    await remove('question', id, maya);
    expect(await post()).toEqual(first);
    await refused(post('other words'), 'key_reused');
    await refused(reply(id, 'heard?'), 'not_found');
  });

  it('when a reply that was posted or answered was removed since', async () => {
    const { id } = await ask();
    const [key, answersKey] = [newKey(), newKey()];
    const post = () => reply(id, 'heard?', jonas, {}, key);
    const first = await post();
    const answer = () => reply(id, 'I have', maya, { parentReplyId: first.id }, answersKey);
    const answered = await answer();
    await remove('discussion', first.id, jonas);
    expect([await post(), await answer()]).toEqual([first, answered]);
  });

  it('when the target takes no questions any more or the question is gone', async () => {
    const targetId = randomUUID();
    for (const asker of [maya, null]) {
      const key = newKey();
      const askAgain = () => ask({ isAnonymous: true, description: 'As I said', targetId }, asker, key);
      content.closed.delete(targetId);
      const first = await askAgain();
      content.closed.add(targetId);
      await refused(ask({ isAnonymous: true, targetId }, asker, newKey()), 'not_accepting');
      expect(await askAgain()).toEqual(first);
      await remove('question', first.id, randomUUID(), true);
      expect(await askAgain()).toEqual(first);
    }
  });

  it('when a question was boosted or removed since its author has edited it', async () => {
    const { id } = await ask();
    const key = newKey();
    const change = { questionId: id, title: 'Would you rather?' };
    const edit = () => content.call(contentRpc.editQuestion, change, maya, key);
    const first = await edit();
    content.boosts.set(id, 1);
    expect(await edit()).toEqual(first);
    await remove('question', id, maya);
    expect(await edit()).toEqual(first);
  });

  it('when the role of the remover has changed since', async () => {
    const { id } = await ask();
    const rude = await reply(id, 'rude');
    for (const [contentType, contentId] of [['discussion', rude.id] as const, ['question', id] as const]) {
      const key = newKey();
      await remove(contentType, contentId, maya, true, key);
      await remove(contentType, contentId, maya, false, key);
    }
  });
});
