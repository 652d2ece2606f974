import { describe, expect, it } from '@jest/globals';
import { sampleId, sampleNotification } from '../../../test/sample-content.ts';
import { groupNotifications, withoutTitle } from './notification-groups.ts';

const [question, other] = [sampleId(90), sampleId(91)];
const about = (number: number, contentId: string | null, title: string | null = null) =>
  sampleNotification({
    id: sampleId(number),
    contentType: contentId ? 'question' : null,
    contentId,
    questionId: null,
    title,
  });
const reply = (number: number, questionId: string | null) =>
  sampleNotification({ id: sampleId(number), contentType: 'discussion', contentId: sampleId(50 + number), questionId });
const ids = (pages: Parameters<typeof groupNotifications>[0]) =>
  groupNotifications(pages).map(({ notifications }) => notifications.map(({ id }) => id));

describe('notifications about one content', () => {
  it('notifications about a question and its replies are one group', () => {
    expect(ids([[about(1, question), about(2, other), reply(3, question), about(4, other)]])).toEqual([
      [sampleId(1), sampleId(3)],
      [sampleId(2), sampleId(4)],
    ]);
  });

  it('notifications of different pages, or without a question, are not grouped', () => {
    const pages = [
      [about(1, question), about(2, null), about(3, null)],
      [about(4, question), reply(5, null)],
    ];
    expect(ids(pages)).toEqual([1, 2, 3, 4, 5].map((number) => [sampleId(number)]));
  });

  it('a group takes its title from any notification that has one', () => {
    expect(groupNotifications([[about(1, question), about(2, question, 'Who?')]])[0]?.title).toBe('Who?');
  });
});

it.each([
  ['Your question “Who “was” it?” got 3 boosts', 'Your question got 3 boosts'],
  ['2 new replies to your question “Who?”', '2 new replies to your question'],
  ['New reply to your message under “Who?”', 'New reply to your message'],
  ['You were asked: “Who?”', 'You were asked'],
  ['You have a new follower', 'You have a new follower'],
])('`withoutTitle` removes the quoted title from %s: %s', (message, short) => {
  expect(withoutTitle(message)).toBe(short);
});
