import { expect, it } from '@jest/globals';
import { cardTime } from './card-time.ts';
import { agoOrDate, calendarTime, chatTime, replyTime } from './time-labels.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

it.each([
  [0, 'Just now'],
  [HOUR - 1, 'Just now'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, '1 day ago'],
  [40 * DAY, '40 days ago'],
  [-5, 'Just now'],
])('the label on cards after %d s is: %s', (age, label) => expect(cardTime(before(age), NOW)).toBe(label));

it.each([
  [59, 'now'],
  [MINUTE, '1m'],
  [HOUR - 1, '59m'],
  [HOUR, '1h'],
  [2 * DAY - 1, '47h'],
  [2 * DAY, '2d'],
  [38 * DAY, '38d'],
])('the label in the chat after %d s is: %s', (age, label) => expect(chatTime(before(age), NOW)).toBe(label));

it.each([
  [59, 'now'],
  [MINUTE, '1m'],
  [DAY - 1, '23h'],
  [DAY, '1d'],
])('the label on reply cards after %d s is: %s', (age, label) => expect(replyTime(before(age), NOW)).toBe(label));

it.each([
  [59, 'just now'],
  [5 * MINUTE, '5m ago'],
  [5 * HOUR, '5h ago'],
  [7 * DAY - 1, '6d ago'],
  [7 * DAY, new Date(NOW - 7 * DAY * 1000).toLocaleDateString()],
])('the label in notifications after %d s is: %s', (age, label) => expect(agoOrDate(before(age), NOW)).toBe(label));

it.each([
  ['2026-11-21T09:05', /^9:05\sAM$/],
  ['2026-11-21T00:00', /^12:00\sAM$/],
  ['2026-11-20T23:59', /^yesterday$/],
  ['2026-11-20T00:00', /^yesterday$/],
  ['2026-11-19T23:59', /^Thursday$/],
  ['2026-11-15T12:00', /^Sunday$/],
  ['2026-11-14T23:59', /^Nov 14$/],
  ['2026-01-01T00:00', /^Jan 1$/],
  ['2025-12-31T23:59', /^Dec 31, 2025$/],
  // If the reader's clock is slow, a message may come from tomorrow. Its label is that of today.
  ['2026-11-22T00:01', /^12:01\sAM$/],
])('the calendar label for %s is: %s', (local, label) => {
  // Local times, because a day begins at the reader's midnight.
  expect(calendarTime(new Date(local).toISOString(), new Date('2026-11-21T12:00').getTime())).toMatch(label);
});

it.each([cardTime, chatTime, agoOrDate, replyTime, calendarTime])('%p has a text for an unknown time', (label) => {
  expect([label('nonsense', NOW), label(null, NOW), label(undefined, NOW)]).toEqual(Array(3).fill('Unknown time'));
});
