import { describe, expect, it } from '@jest/globals';
import { sampleId, sampleMessage } from '../../../test/sample-content.ts';
import { entryPointAfter, lastShownNumber, saveShownNumber } from './use-entry-point.ts';

const messages = [1, 2, 3, 4].map((number) => sampleMessage(number));

describe('the entry point of a chat', () => {
  it('a reader enters at the first message after the last one shown', () => {
    expect(entryPointAfter(2, messages)).toEqual({ at: 'first-new', firstNewId: messages[2]?.id });
  });

  it('a reader enters at the newest message if all others were shown or are own ones', () => {
    expect(entryPointAfter(4, messages).at).toBe('newest');
    expect(entryPointAfter(4, [...messages, sampleMessage(5, { isMine: true })]).at).toBe('newest');
  });

  it('a reader enters at the question on a first visit', () => {
    expect(entryPointAfter(null, messages).at).toBe('question');
  });
});

describe('the last message shown of a chat', () => {
  it('the number of the last message shown is stored and never falls', () => {
    expect(lastShownNumber(sampleId(1))).toBeNull();
    saveShownNumber(sampleId(1), 7);
    saveShownNumber(sampleId(1), 3);
    expect(lastShownNumber(sampleId(1))).toBe(7);
  });

  it('only the numbers of the 200 chats that were shown last are stored', () => {
    for (let chat = 1; chat <= 200; chat++) saveShownNumber(sampleId(chat), 1);
    saveShownNumber(sampleId(1), 2);
    saveShownNumber(sampleId(201), 1);
    expect([lastShownNumber(sampleId(1)), lastShownNumber(sampleId(2)), lastShownNumber(sampleId(201))]).toEqual([
      2,
      null,
      1,
    ]);
  });

  it('the number is unknown if the storage holds anything else', () => {
    localStorage.setItem('chat-shown', '{broken');
    expect(lastShownNumber(sampleId(1))).toBeNull();
    saveShownNumber(sampleId(1), 1);
    expect(lastShownNumber(sampleId(1))).toBe(1);
  });
});
