import { describe, expect, it } from '@jest/globals';
import { idOf, message } from '../../../test/sample-content.ts';
import { entryPointOf, lastShownNumber, saveShownNumber } from './use-entry-point.ts';

const messages = [1, 2, 3, 4].map((number) => message(number));

describe('the entry point of a chat', () => {
  it('begins at the first message after the last one shown', () => {
    expect(entryPointOf(2, messages)).toEqual({ at: 'first-new', firstNewId: messages[2]?.id });
  });

  it('begins at the newest message if all was shown or only own ones came since', () => {
    expect(entryPointOf(4, messages).at).toBe('newest');
    expect(entryPointOf(4, [...messages, message(5, { isMine: true })]).at).toBe('newest');
  });

  it('begins at the question on a first visit', () => {
    expect(entryPointOf(null, messages).at).toBe('question');
  });
});

describe('the last message shown of a chat', () => {
  it('is stored and never falls', () => {
    expect(lastShownNumber(idOf(1))).toBeNull();
    saveShownNumber(idOf(1), 7);
    saveShownNumber(idOf(1), 3);
    expect(lastShownNumber(idOf(1))).toBe(7);
  });

  it('is discarded for the chats that were not opened for the longest time', () => {
    for (let chat = 1; chat <= 200; chat++) saveShownNumber(idOf(chat), 1);
    saveShownNumber(idOf(1), 2);
    saveShownNumber(idOf(201), 1);
    expect([lastShownNumber(idOf(1)), lastShownNumber(idOf(2)), lastShownNumber(idOf(201))]).toEqual([2, null, 1]);
  });

  it('is unknown if the storage holds another value', () => {
    localStorage.setItem('chat-shown', '{broken');
    expect(lastShownNumber(idOf(1))).toBeNull();
    saveShownNumber(idOf(1), 1);
    expect(lastShownNumber(idOf(1))).toBe(1);
  });
});
