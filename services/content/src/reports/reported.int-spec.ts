import { randomUUID } from 'node:crypto';
import { type ContentType, contentModerationRpc, contentRpc, engagementRpc, identityRpc } from '@hearsay/contracts';
import { createTestServiceStub, startTestService, type TestService, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { contentSettings } from '../content.suite.js';

const secret = 'The words that nobody may read yet';
const [maya, jonas] = [randomUUID(), randomUUID()];

let test: TestService;
const stubs: { stop(): void }[] = [];
beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  test = await startTestService(content, contentSettings(), { prefix });
  const stub = (name: string, answers: Parameters<typeof createTestServiceStub>[3]) =>
    stubs.push(createTestServiceStub(test.connection, prefix, name, answers));
  stub('identity', { [identityRpc.mayAsk.name]: () => ({ mayAsk: true }) });
  stub('engagement', { [engagementRpc.contentCounts.name]: () => ({ counts: [] }) });
  await test.connection.flush();
});
afterAll(async () => {
  for (const one of stubs) one.stop();
  await test.stop();
});

const ask = async (over: object = {}) => {
  const plain = {
    title: 'Why?',
    description: secret,
    isAnonymous: false,
    allowAnonymousAnswers: true,
    replyBoostThreshold: 0,
  };
  return (await test.call(contentRpc.askQuestion, { ...plain, ...over }, maya)).question;
};
const reply = async (questionId: string, isAnonymous = false) =>
  (await test.call(contentRpc.postReply, { questionId, content: secret, isAnonymous, parentReplyId: null }, jonas))
    .reply;
const reported = async (contentType: ContentType, contentId: string, as: string | null) =>
  (await test.call(contentModerationRpc.reportedContents, { items: [{ contentType, contentId }] }, as)).contents[0];
const isAuthor = async (contentType: ContentType, contentId: string, as: string) =>
  (await test.call(contentModerationRpc.isAuthor, { contentType, contentId }, as)).isAuthor;

describe('the words that moderation reads', () => {
  it('are open words and their author', async () => {
    const question = await ask();
    const answer = await reply(question.id);
    expect(await reported('question', question.id, maya)).toEqual({
      contentType: 'question',
      contentId: question.id,
      questionId: question.id,
      owner: { accountId: maya, sealed: null },
      isMine: true,
      isLocked: false,
      preview: { title: 'Why?', description: secret, content: null, mediaType: null },
    });
    expect(await reported('discussion', answer.id, maya)).toMatchObject({
      questionId: question.id,
      isMine: false,
      preview: { title: null, description: null, content: secret, mediaType: 'text' },
    });
  });

  it('hold no locked words until the reveal, also for the author', async () => {
    const question = await ask({ replyBoostThreshold: 3 });
    const answer = await reply(question.id);
    for (const as of [maya, jonas, null]) {
      for (const [type, id] of [['question', question.id] as const, ['discussion', answer.id] as const]) {
        const found = await reported(type, id, as);
        expect(found).toMatchObject({ isLocked: true });
        expect(JSON.stringify(found)).not.toContain(secret);
      }
    }
    await test.call(contentRpc.latchReveal, { questionId: question.id, boostPeak: 3 }, null);
    expect(await reported('question', question.id, null)).toMatchObject({
      isLocked: false,
      preview: { description: secret },
    });
    expect(await reported('discussion', answer.id, null)).toMatchObject({
      isLocked: false,
      preview: { content: secret },
    });
  });

  it('name no anonymous author, and tell only the author that they are theirs', async () => {
    const question = await ask({ isAnonymous: true });
    const answer = await reply(question.id, true);
    for (const [type, id, author] of [
      ['question', question.id, maya] as const,
      ['discussion', answer.id, jonas] as const,
    ]) {
      const seen = await reported(type, id, author === maya ? jonas : maya);
      expect(seen).toMatchObject({ isMine: false, owner: { accountId: null } });
      expect(JSON.stringify(seen)).not.toContain(author);
      expect(await reported(type, id, author)).toMatchObject({ isMine: true, owner: { accountId: null } });
      expect(await isAuthor(type, id, author)).toBe(true);
      expect(await isAuthor(type, id, randomUUID())).toBe(false);
    }
  });

  it.each([
    ['by name', false],
    ['anonymously', true],
  ])('hold a question %s while pending, for its two people and open reports', async (_name, isAnonymous) => {
    const question = await ask({ targetId: jonas, isAnonymous, replyBoostThreshold: 2 });
    const waiting = (as: string | null) => reported('question', question.id, as);
    const words = { title: 'Why?', description: null, content: null, mediaType: null };
    expect(await waiting(jonas)).toMatchObject({ isMine: false, isLocked: true, preview: words });
    expect(await waiting(maya)).toMatchObject({ isMine: true });
    expect(await waiting(randomUUID())).toBeUndefined();
    expect(await waiting(null)).toMatchObject({ isMine: false, isLocked: true, preview: words });
    await test.call(contentRpc.latchReveal, { questionId: question.id, boostPeak: 2 }, null);
    expect(await waiting(null)).toMatchObject({ isLocked: false, preview: { ...words, description: secret } });
    expect(await waiting(jonas)).toMatchObject({ isLocked: false, preview: { ...words, description: secret } });
  });

  it('leave out replies under a pending anonymous question for its asker', async () => {
    const [named, anonymous] = [await ask({ targetId: jonas }), await ask({ targetId: jonas, isAnonymous: true })];
    for (const [question, isThere] of [[named, true] as const, [anonymous, false] as const]) {
      const answer = await reply(question.id);
      expect([question.isAnonymous, (await reported('discussion', answer.id, maya)) !== undefined]).toEqual([
        question.isAnonymous,
        isThere,
      ]);
      expect(await reported('discussion', answer.id, jonas)).toMatchObject({ isMine: true });
      expect(await reported('discussion', answer.id, randomUUID())).toBeUndefined();
      await test.call(contentRpc.approveQuestion, { questionId: question.id }, jonas);
      expect(await reported('discussion', answer.id, maya)).toMatchObject({
        isMine: false,
        preview: { content: secret },
      });
    }
  });

  it('leave out missing content and content of another type', async () => {
    const question = await ask();
    expect(await reported('discussion', question.id, maya)).toBeUndefined();
    expect(await reported('question', randomUUID(), maya)).toBeUndefined();
    expect(await isAuthor('question', randomUUID(), maya)).toBe(false);
  });
});
