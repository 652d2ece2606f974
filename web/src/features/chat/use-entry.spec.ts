import { describe, expect, it } from '@jest/globals';
import { idOf, message } from '../../../test/sample-content.ts';
import { entryOf, lastShown, rememberShown } from './use-entry.ts';

const messages = [1, 2, 3, 4].map((number) => message(number));

describe('the way into a chat', () => {
  it('begins at the first message after the last one shown', () => {
    expect(entryOf(2, messages)).toEqual({ at: 'first-new', firstNewId: messages[2]?.id });
  });

  it('begins at the newest message if all was shown or only own ones came since', () => {
    expect(entryOf(4, messages).at).toBe('newest');
    expect(entryOf(4, [...messages, message(5, { isMine: true })]).at).toBe('newest');
  });

  it('begins at the question on a first visit', () => {
    expect(entryOf(null, messages).at).toBe('question');
  });
});

describe('the last message shown of a chat', () => {
  it('is stored and never falls', () => {
    expect(lastShown(idOf(1))).toBeNull();
    rememberShown(idOf(1), 7);
    rememberShown(idOf(1), 3);
    expect(lastShown(idOf(1))).toBe(7);
  });

  it('is discarded for the chats that were not opened for the longest time', () => {
    for (let chat = 1; chat <= 200; chat++) rememberShown(idOf(chat), 1);
    rememberShown(idOf(1), 2);
    rememberShown(idOf(201), 1);
    expect([lastShown(idOf(1)), lastShown(idOf(2)), lastShown(idOf(201))]).toEqual([2, null, 1]);
  });

  it('is unknown if the storage holds another value', () => {
    localStorage.setItem('chat-shown', '{broken');
    expect(lastShown(idOf(1))).toBeNull();
    rememberShown(idOf(1), 1);
    expect(lastShown(idOf(1))).toBe(1);
  });
});
