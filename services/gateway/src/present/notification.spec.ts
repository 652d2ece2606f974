import { describe, expect, it } from '@jest/globals';
import { messageOf } from './notification.js';

const view = { contentType: null, count: 1, level: null, actorId: null } as const;
const title = 'Who are you?';

describe('the sentence of a notification', () => {
  it.each([
    [{ ...view, kind: 'boost', contentType: 'question' } as const, title, 'Your question “Who are you?” got a boost'],
    [
      { ...view, kind: 'boost', contentType: 'discussion', count: 12 } as const,
      title,
      'Your reply under “Who are you?” got 12 boosts',
    ],
    [{ ...view, kind: 'boost', contentType: 'discussion', count: 12 } as const, null, 'Your reply got 12 boosts'],
    [{ ...view, kind: 'comment', actorId: 'a' } as const, title, 'New reply to your question “Who are you?”'],
    [{ ...view, kind: 'comment' } as const, null, 'Someone replied to your question'],
    [{ ...view, kind: 'comment', count: 3 } as const, title, '3 new replies to your question “Who are you?”'],
    [{ ...view, kind: 'reply', actorId: 'a' } as const, title, 'New reply to your message under “Who are you?”'],
    [{ ...view, kind: 'reply' } as const, null, 'Someone replied to your message'],
    [
      { ...view, kind: 'reveal', contentType: 'question' } as const,
      title,
      'Your question “Who are you?” reached its boosts and is open to everyone now',
    ],
    [
      { ...view, kind: 'asked', contentType: 'question', actorId: 'a' } as const,
      title,
      'You were asked: “Who are you?”',
    ],
    [{ ...view, kind: 'asked', contentType: 'question' } as const, null, 'Someone asked you a question anonymously'],
    [
      { ...view, kind: 'approved', contentType: 'question', actorId: 'a' } as const,
      title,
      'Your question “Who are you?” was approved',
    ],
    [
      { ...view, kind: 'repost', contentType: 'question', actorId: 'a' } as const,
      title,
      'Your question “Who are you?” was reposted',
    ],
    [
      { ...view, kind: 'repost', contentType: 'discussion', actorId: 'a' } as const,
      title,
      'Your reply under “Who are you?” was reposted',
    ],
    [{ ...view, kind: 'repost', contentType: 'podcast', actorId: 'a' } as const, null, 'Your episode was reposted'],
    [{ ...view, kind: 'follow', actorId: 'a' } as const, null, 'You have a new follower'],
    [
      { ...view, kind: 'report', contentType: 'discussion' } as const,
      title,
      'A reply under “Who are you?” was reported',
    ],
    [{ ...view, kind: 'report', contentType: 'podcast' } as const, null, 'The episode was reported'],
    [{ ...view, kind: 'level-up', level: 3 } as const, null, 'You reached level 3: Active'],
  ])('%j about %j is complete alone: %s', (notification, about, sentence) => {
    expect(messageOf(notification, about)).toBe(sentence);
  });

  it.each([
    ['question', title, false, ' of “Who are you?”'],
    ['podcast', title, false, ' of “Who are you?”'],
    ['discussion', title, false, ' of a reply under “Who are you?”'],
    ['question', null, true, ' of something since removed'],
    ['discussion', null, true, ' of something since removed'],
    ['question', null, false, ''],
  ] as const)('says which report of a %s was resolved: %j, gone: %s', (contentType, about, isGone, which) => {
    const sentence = `Your report${which} was resolved. Thank you for helping keep our community safe`;
    expect(messageOf({ ...view, kind: 'report-resolved', contentType }, about, isGone)).toBe(sentence);
  });

  it.each([
    ['a title from right to left, isolated', 'ما رأيكم؟', '\u2068ما رأيكم؟\u2069'],
    ['a cut in whole characters', `${'x'.repeat(78)}🎉 party tonight`, `${'x'.repeat(78)}…`],
    ['marks of direction without their end', 'a\u2067b', '\u2068ab\u2069'],
  ])('quotes %s', (_what, title, quoted) => {
    expect(messageOf({ ...view, kind: 'approved', contentType: 'question' }, title)).toBe(
      `Your question “${quoted}” was approved`,
    );
  });

  it('cuts a long title', () => {
    const sentence = messageOf({ ...view, kind: 'boost', contentType: 'question' }, 'x'.repeat(300));
    expect(sentence).toBe(`Your question “${'x'.repeat(79)}…” got a boost`);
  });
});
