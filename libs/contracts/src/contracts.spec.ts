import { describe, expect, it } from '@jest/globals';
import { AskQuestionBody, ChatBody, ErrorCode, errorRules, Notifications, RegisterBody, ReplyBody, shardOf, textLength } from './index.js';

const questionId = '01970000-0000-7000-8000-000000000001';

describe('registering', () => {
  it.each([
    [{ username: '', password: 'secret1' }, 'Username required'],
    [{ username: 'ab', password: 'secret1' }, 'Username must be at least 3 characters long'],
    [{ username: 'maya', password: '' }, 'Password required'],
    [{ username: 'maya', password: '12345' }, 'Password must be at least 6 characters long'],
  ])('%j says %j', (body, text) => {
    expect(RegisterBody.safeParse(body).error?.issues[0]?.message).toBe(text);
  });
});

describe('words', () => {
  it('are counted after trimming, in UTF-16', () => {
    expect([textLength('  abc '), textLength('👋')]).toEqual([3, 2]);
  });

  it.each([
    ['chat', ChatBody, 280],
    ['dialog', ReplyBody, 500],
  ] as const)('of the %s end at their limit', (_name, body, limit) => {
    const parse = (content: string) => body.safeParse({ content, questionId }).success;
    expect([parse('x'.repeat(limit)), parse(` ${'x'.repeat(limit)} `), parse('x'.repeat(limit + 1)), parse('   ')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['a null character', 'a\0b'],
    ['half of a pair', '\ud83d'],
    ['the other half', 'wave \udc4b'],
  ])('with %s are refused: they could not be kept', (_name, words) => {
    expect([ChatBody, ReplyBody].map((body) => body.safeParse({ content: words, questionId }).success)).toEqual([false, false]);
    expect(AskQuestionBody.safeParse({ title: words }).success).toBe(false);
    expect(AskQuestionBody.safeParse({ title: 'Why?', description: words }).success).toBe(false);
  });

  it('with whole pairs are welcome', () => {
    expect(ChatBody.safeParse({ content: '👋🏽', questionId }).success).toBe(true);
  });

  it('of an empty description are no description', () => {
    expect(AskQuestionBody.parse({ title: 'Why?', description: '   ' }).description).toBeNull();
  });

  it.each([-1, 101, 1.5, '3'])('a confession threshold of %j is refused', (replyBoostThreshold) => {
    expect(AskQuestionBody.safeParse({ title: 'Why?', replyBoostThreshold }).success).toBe(false);
  });
});

describe('codes and shards', () => {
  it('every code has a fitting status', () => {
    for (const code of ErrorCode.options) expect(errorRules[code].status).toBeGreaterThanOrEqual(400);
  });

  it('a shard never changes: stored events hold it', () => {
    expect([shardOf(questionId), shardOf(''), shardOf('maya')]).toEqual([6, 5, 5]);
  });
});

describe('notifications of a newer server', () => {
  it('are read: an unknown type counts as other, and leads nowhere when it is about something unknown', () => {
    const notification = {
      id: questionId,
      type: 'comment',
      message: 'New reply',
      isRead: false,
      createdAt: '2026-11-20T10:00:00.000Z',
      contentType: 'discussion',
      contentId: questionId,
      questionId,
      actor: null,
      count: 1,
      title: null,
    };
    const newer = { ...notification, type: 'applause', contentType: 'stage' };
    expect(Notifications.parse([notification, newer])).toEqual([notification, { ...notification, type: 'other', contentType: null }]);
  });
});
