import { describe, expect, it } from '@jest/globals';
import { notificationMessage } from './notification.js';

const view = { contentType: null, count: 1, level: null, actorId: null } as const;
const title = 'Who are you?';
const asked = { contentType: 'question' } as const;

describe('the sentence of a notification', () => {
  it.each([
    ['boost', { contentType: 'question' }, title, 'Your question “Who are you?” got a boost'],
    ['boost', { contentType: 'discussion', count: 12 }, title, 'Your reply under “Who are you?” got 12 boosts'],
    ['boost', { contentType: 'discussion', count: 12 }, null, 'Your reply got 12 boosts'],
    ['comment', { actorId: 'a' }, title, 'New reply to your question “Who are you?”'],
    ['comment', {}, null, 'Someone replied to your question'],
    ['comment', { count: 3 }, title, '3 new replies to your question “Who are you?”'],
    ['reply', { actorId: 'a' }, title, 'New reply to your message under “Who are you?”'],
    ['reply', {}, null, 'Someone replied to your message'],
    ['reveal', asked, title, 'Your question “Who are you?” reached its boosts and is open to everyone now'],
    ['opening', { ...asked, count: 10 }, title, 'It is open: “Who are you?”. You were one of 10.'],
    ['opening', { ...asked, count: 2 }, null, 'It is open. You were one of 2.'],
    ['heard', { ...asked, count: 4 }, title, 'It is open: “Who are you?”. You watch it.'],
    ['opening', { ...asked, count: 1 }, title, 'It is open: “Who are you?”. You boosted it.'],
    ['asked', { ...asked, actorId: 'a' }, title, 'You were asked: “Who are you?”'],
    ['asked', asked, null, 'Someone asked you a question anonymously'],
    ['approved', { ...asked, actorId: 'a' }, title, 'Your question “Who are you?” was approved'],
    ['repost', { ...asked, actorId: 'a' }, title, 'Your question “Who are you?” was reposted'],
    ['repost', { contentType: 'discussion', actorId: 'a' }, title, 'Your reply under “Who are you?” was reposted'],
    ['repost', { contentType: 'podcast', actorId: 'a' }, null, 'Your episode was reposted'],
    ['answered', { contentType: 'podcast' }, title, 'Your question was answered in the episode “Who are you?”'],
    ['answered', { contentType: 'podcast' }, null, 'Your question was answered in an episode'],
    ['watched-answered', { contentType: 'podcast' }, null, 'A question you watch was answered in an episode'],
    ['follow', { actorId: 'a' }, null, 'You have a new follower'],
    ['report', { contentType: 'discussion' }, title, 'A reply under “Who are you?” was reported'],
    ['report', { contentType: 'podcast' }, null, 'The episode was reported'],
    ['report', {}, null, 'A person was reported'],
    ['level-up', { level: 3 }, null, 'You reached level 3: Active'],
  ] as const)('of kind %s with %j about %j is complete alone: %s', (kind, more, about, sentence) => {
    expect(notificationMessage({ ...view, ...more, kind }, about)).toBe(sentence);
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
    expect(notificationMessage({ ...view, kind: 'report-resolved', contentType }, about, isGone)).toBe(sentence);
  });

  it.each([
    ['a title from right to left, isolated', 'ما رأيكم؟', '\u2068ما رأيكم؟\u2069'],
    ['a cut in whole characters', `${'x'.repeat(78)}🎉 party tonight`, `${'x'.repeat(78)}…`],
    ['marks of direction without their end', 'a\u2067b', '\u2068ab\u2069'],
    ['a cut of a long one', 'x'.repeat(300), `${'x'.repeat(79)}…`],
  ])('quotes %s', (_what, title, quoted) => {
    const sentence = notificationMessage({ ...view, kind: 'approved', contentType: 'question' }, title);
    expect(sentence).toBe(`Your question “${quoted}” was approved`);
  });
});
