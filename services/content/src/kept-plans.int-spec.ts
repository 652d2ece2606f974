import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { statementsOf } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest } from './content.suite.js';

const content = new ContentUnderTest();

/** Planning these statements takes longer than running them, and they run for every reply and read. */
describe('a frequent statement', () => {
  const question = (contentId: string) => ({ contentType: 'question' as const, contentId });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a reply', (id) => content.reply(id)],
    ['the head of a room', (id) => content.call(contentRpc.roomHeads, { questionIds: [id] }, null)],
    ['the entries of a room', (id) => content.entries(id)],
    ['the question itself', (id) => content.isListed(id)],
    [
      'what can be boosted, and what never was',
      (id) => content.call(contentRpc.boostTargets, { items: [id, randomUUID()].map(question) }, null),
    ],
  ])('is planned once: %s', async (_what, act) => {
    const { id } = await content.ask();
    await content.reply(id, 'The first.');
    const sent = await statementsOf(() => act(id));
    const about = sent.filter(({ text }) => /\b(?:questions|replies|reveals|room_changes)\b/.test(text));
    expect(about.length).toBeGreaterThan(0);
    expect(about.filter(({ keepsPlan }) => !keepsPlan)).toEqual([]);
  });
});
