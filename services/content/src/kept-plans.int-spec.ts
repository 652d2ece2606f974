import { randomUUID } from 'node:crypto';
import { contentRpc } from '@hearsay/contracts';
import { startTestService, type TestService } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { content } from './content.definition.js';
import { Conversation, contentSettings } from './content.suite.js';

/** Planning one of these statements takes PostgreSQL longer than running it, and they are made for every message and every read. */
describe('what is asked all the time', () => {
  let content1: TestService;
  let talk: Conversation;
  const maya = randomUUID();
  const jonas = randomUUID();

  beforeAll(async () => {
    content1 = await startTestService(content, contentSettings());
    talk = new Conversation(content1, maya, jonas);
  });
  afterAll(() => content1.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const isContents = (text: string) => /\b(?:questions|replies|reveals|room_changes)\b/.test(text);

  /** The statements about questions and replies that PostgreSQL plans anew whenever they are sent: on a connection that keeps no plans, or without a name. */
  const plannedAnew = async (act: () => Promise<unknown>): Promise<{ sent: number; anew: string[] }> => {
    const query = jest.spyOn(pg.Pool.prototype, 'query');
    await act();
    const statements = query.mock.calls.map(([first], index) => {
      const { name, text } = (typeof first === 'string' ? { text: first } : first) as unknown as { name?: string; text: string };
      const { options } = query.mock.contexts[index] as unknown as { options: { options: string } };
      return { text, keepsPlan: name !== undefined && options.options.includes('plan_cache_mode=force_generic_plan') };
    });
    const about = statements.filter(({ text }) => isContents(text));
    return { sent: about.length, anew: about.filter(({ keepsPlan }) => !keepsPlan).map(({ text }) => text) };
  };

  it.each([
    ['a message', (questionId: string) => talk.reply(questionId, 'Yes.')],
    ['the head of a room', (questionId: string) => content1.call(contentRpc.roomHeads, { questionIds: [questionId] }, null)],
    ['the entries of a room', (questionId: string) => content1.call(contentRpc.roomEntries, { questionId, after: 0 }, null)],
    ['the question itself', (questionId: string) => content1.call(contentRpc.questionViews, { ids: [questionId] }, null)],
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
