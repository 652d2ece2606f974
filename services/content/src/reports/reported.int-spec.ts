import { randomUUID } from 'node:crypto';
import { type ContentType, contentModerationRpc, contentRpc } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest } from '../content.suite.js';

const secret = 'The words that nobody may read yet';
const content = new ContentUnderTest();
const { latch, maya, jonas } = content;

const ask = (over: object = {}) => content.ask({ title: 'Why?', description: secret, ...over });
const reply = (questionId: string, isAnonymous = false) => content.reply(questionId, secret, jonas, { isAnonymous });
const reported = async (contentType: ContentType, contentId: string, as: string | null) =>
  (await content.call(contentModerationRpc.reportedContents, { items: [{ contentType, contentId }] }, as)).contents[0];
const isAuthor = async (contentType: ContentType, contentId: string, as: string) =>
  (await content.call(contentModerationRpc.isAuthor, { contentType, contentId }, as)).isAuthor;
const words = { title: 'Why?', description: null, content: null, mediaType: null };

describe('the words that moderation reads', () => {
  it('moderation reads open words and their author', async () => {
    const { id } = await ask();
    const answer = await reply(id);
    expect(await reported('question', id, maya)).toEqual({
      ...{ contentType: 'question', contentId: id, questionId: id, owner: { accountId: maya, sealed: null } },
      ...{ isMine: true, isLocked: false, preview: { ...words, description: secret } },
    });
    const preview = { title: null, description: null, content: secret, mediaType: 'text' };
    expect(await reported('discussion', answer.id, maya)).toMatchObject({ questionId: id, isMine: false, preview });
  });

  it("moderation reads no locked words until the reveal, not even the author's own", async () => {
    const { id } = await ask({ replyBoostThreshold: 3 });
    const answer = await reply(id);
    for (const as of [maya, jonas, null]) {
      for (const found of [await reported('question', id, as), await reported('discussion', answer.id, as)]) {
        expect(found).toMatchObject({ isLocked: true });
        expect(JSON.stringify(found)).not.toContain(secret);
      }
    }
    await latch(id, 3);
    const open = { isLocked: false };
    expect(await reported('question', id, null)).toMatchObject({ ...open, preview: { description: secret } });
    expect(await reported('discussion', answer.id, null)).toMatchObject({ ...open, preview: { content: secret } });
  });

  it('`isMine` is true only for the author, and no anonymous author is named', async () => {
    const question = await ask({ isAnonymous: true });
    const answer = await reply(question.id, true);
    const posts = [['question', question.id, maya] as const, ['discussion', answer.id, jonas] as const];
    for (const [type, id, author] of posts) {
      const seen = await reported(type, id, author === maya ? jonas : maya);
      expect(seen).toMatchObject({ isMine: false, owner: { accountId: null } });
      expect(JSON.stringify(seen)).not.toContain(author);
      expect(await reported(type, id, author)).toMatchObject({ isMine: true, owner: { accountId: null } });
      expect([await isAuthor(type, id, author), await isAuthor(type, id, randomUUID())]).toEqual([true, false]);
    }
  });

  it.each([
    ['by name', false],
    ['anonymously', true],
  ])('asker, target and moderation can read a pending question that was asked %s', async (_name, isAnonymous) => {
    const { id } = await ask({ targetId: jonas, isAnonymous, replyBoostThreshold: 2 });
    const pending = (as: string | null) => reported('question', id, as);
    const locked = { isMine: false, isLocked: true, preview: words };
    for (const as of [jonas, null]) expect(await pending(as)).toMatchObject(locked);
    expect(await pending(maya)).toMatchObject({ isMine: true });
    expect(await pending(randomUUID())).toBeUndefined();
    await latch(id, 2);
    const open = { isLocked: false, preview: { ...words, description: secret } };
    for (const as of [jonas, null]) expect(await pending(as)).toMatchObject(open);
  });

  it('the asker of a pending anonymous question cannot report replies under it', async () => {
    for (const isAnonymous of [false, true]) {
      const question = await ask({ targetId: jonas, isAnonymous });
      const answer = await reply(question.id);
      expect((await reported('discussion', answer.id, maya)) === undefined).toBe(isAnonymous);
      expect(await reported('discussion', answer.id, jonas)).toMatchObject({ isMine: true });
      expect(await reported('discussion', answer.id, randomUUID())).toBeUndefined();
      await content.call(contentRpc.approveQuestion, { questionId: question.id }, jonas);
      const open = { isMine: false, preview: { content: secret } };
      expect(await reported('discussion', answer.id, maya)).toMatchObject(open);
    }
  });

  it('content is not found under an unknown id or under another content type', async () => {
    const question = await ask();
    expect(await reported('discussion', question.id, maya)).toBeUndefined();
    expect(await reported('question', randomUUID(), maya)).toBeUndefined();
    expect(await isAuthor('question', randomUUID(), maya)).toBe(false);
  });

  it('moderation reads episodes, whose author is known even after a removal', async () => {
    const { id } = await content.published(maya, { description: 'Of owls' });
    const expected = {
      ...{ contentType: 'podcast', contentId: id, questionId: id, owner: { accountId: maya, sealed: null } },
      ...{ isLocked: false, preview: { ...words, title: 'Night talk', description: 'Of owls', mediaType: 'audio' } },
    };
    for (const as of [jonas, null, maya])
      expect(await reported('podcast', id, as)).toEqual({ ...expected, isMine: as === maya });
    await content.removeEpisode(id, maya);
    expect(await reported('podcast', id, jonas)).toBeUndefined();
    expect([await isAuthor('podcast', id, maya), await isAuthor('podcast', id, jonas)]).toEqual([true, false]);
  });
});
