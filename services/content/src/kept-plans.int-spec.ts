import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { startTestService, statementsOf } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { content } from './content.definition.js';
import { Conversation, contentSettings } from './content.suite.js';

/** Planning these statements takes longer than running them, and they run for every reply and read. */
describe('a frequent statement', () => {
  let talk: Conversation;
  const maya = randomUUID();
  const jonas = randomUUID();

  const content1 = aService(() => startTestService(content, contentSettings()));
  beforeAll(() => {
    talk = new Conversation(content1, maya, jonas);
  });

  const isContents = (text: string) => /\b(?:questions|replies|reveals|room_changes)\b/.test(text);

  const plannedAnew = async (act: () => Promise<unknown>): Promise<{ sent: number; anew: string[] }> => {
    const about = (await statementsOf(act)).filter(({ text }) => isContents(text));
    return { sent: about.length, anew: about.filter(({ keepsPlan }) => !keepsPlan).map(({ text }) => text) };
  };

  it.each([
    ['a reply', (questionId: string) => talk.reply(questionId, 'Yes.')],
    [
      'the head of a room',
      (questionId: string) => content1.call(contentRpc.roomHeads, { questionIds: [questionId] }, null),
    ],
    [
      'the entries of a room',
      (questionId: string) => content1.call(contentRpc.roomEntries, { questionId, after: 0 }, null),
    ],
    [
      'the question itself',
      (questionId: string) => content1.call(contentRpc.questionViews, { ids: [questionId] }, null),
    ],
    [
      'what can be boosted, and what never was',
      (questionId: string) => {
        const items = [questionId, randomUUID()].map((contentId) => ({ contentType: 'question' as const, contentId }));
        return content1.call(contentRpc.boostTargets, { items }, null);
      },
    ],
  ])('is planned once: %s', async (_what, act) => {
    const question = await talk.ask();
    await talk.reply(question.id, 'The first.');
    const { sent, anew } = await plannedAnew(() => act(question.id));
    expect(sent).toBeGreaterThan(0);
    expect(anew).toEqual([]);
  });
});
