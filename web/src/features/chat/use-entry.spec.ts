import { beforeEach, describe, expect, it } from '@jest/globals';
import { idOf, message } from '../../../test/sample-content.ts';
import { entryOf, lastShown, rememberShown } from './use-entry.ts';

const messages = [1, 2, 3, 4].map((number) => message(number));

beforeEach(() => localStorage.clear());

describe('the way into a chat', () => {
  it('begins at the first message after the last one shown', () => {
    expect(entryOf(2, messages, false)).toEqual({ at: 'first-new', firstNewId: messages[2]?.id });
  });

  it('begins at the newest when all was shown, or when only own words came since', () => {
    expect(entryOf(4, messages, false).at).toBe('newest');
    expect(entryOf(4, [...messages, message(5, { isMine: true })], false).at).toBe('newest');
    expect(entryOf(null, messages, false).at).toBe('newest');
  });

  it('begins at the question for a visitor who has never been here', () => {
    expect(entryOf(null, messages, true).at).toBe('question');
    expect(entryOf(4, messages, true).at).toBe('newest');
  });
});

describe('how far a chat was read', () => {
  it('is remembered, and never falls', () => {
    expect(lastShown(idOf(1))).toBeNull();
    rememberShown(idOf(1), 7);
    rememberShown(idOf(1), 3);
    expect(lastShown(idOf(1))).toBe(7);
  });

  it('is forgotten for the chats that were not opened for the longest time', () => {
    for (let chat = 1; chat <= 200; chat++) rememberShown(idOf(chat), 1);
    rememberShown(idOf(1), 2);
    rememberShown(idOf(201), 1);
    expect([lastShown(idOf(1)), lastShown(idOf(2)), lastShown(idOf(201))]).toEqual([2, null, 1]);
  });

  it('is unknown when the storage holds something else', () => {
    localStorage.setItem('chat-shown', '{broken');
    expect(lastShown(idOf(1))).toBeNull();
    rememberShown(idOf(1), 1);
    expect(lastShown(idOf(1))).toBe(1);
  });
});
