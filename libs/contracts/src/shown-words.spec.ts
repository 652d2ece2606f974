import { describe, expect, it } from '@jest/globals';
import { cutText, isolateDirection, shortenText } from './index.js';

const family = '👨‍👩‍👧';
const flags = '🇩🇪🇫🇷';

describe('a cut text', () => {
  it.each([
    ['fits', 'ten letters', 11, 'ten letters'],
    ['is cut before a word', 'ten letters', 5, 'ten…'],
    ['keeps an emoji whole', `${'x'.repeat(78)}🎉 party`, 80, `${'x'.repeat(78)}…`],
    ['keeps an emoji that fits', `${'x'.repeat(77)}🎉 party`, 80, `${'x'.repeat(77)}🎉…`],
    ['keeps a family together', `abc${family}def`, 8, 'abc…'],
    ['keeps a flag together', `ab${flags}`, 6, 'ab…'],
    ['keeps a letter with its marks', 'abce\u0301\u0302f', 6, 'abc…'],
    ['keeps a syllable together', 'ab\u1112\u1161\u11ab\u1100\u1173\u11af', 6, 'ab\u1112\u1161\u11ab…'],
    ['keeps a line break of two characters', 'abc\r\ndef', 5, 'abc…'],
    ['cuts a character without end between its code points', '🚫\u200d'.repeat(60), 9, `${'🚫\u200d'.repeat(2)}🚫…`],
    ['cuts no code point', '🚫\u200d'.repeat(60), 8, `${'🚫\u200d'.repeat(2)}…`],
  ])('%s', (_rule, text, most, right) => {
    expect(shortenText(text, most)).toBe(right);
    expect(() => encodeURI(cutText(text, most))).not.toThrow();
  });

  it('a text that fits stays whole', () => {
    expect([cutText('', 0), cutText('a', 1), cutText('a🎉', 2)]).toEqual(['', 'a', 'a']);
  });
});

describe('words isolated from the direction around them', () => {
  it.each([
    ['a name', 'שרה כהן', '\u2068שרה כהן\u2069'],
    ['an Arabic title', 'ما رأيكم؟', '\u2068ما رأيكم؟\u2069'],
    ['mixed words', 'C++ או Rust 2', '\u2068C++ או Rust 2\u2069'],
    ['Thaana', 'ދިވެހި', '\u2068ދިވެހި\u2069'],
    ['what the sentence is written in', 'maya.winters 2', 'maya.winters 2'],
    ['an unmatched end', 'a\u2069b', '\u2068ab\u2069'],
    ['an override', '\u202eevil', '\u2068evil\u2069'],
    ['an isolate without end', 'x\u2067y', '\u2068xy\u2069'],
  ])('affect no text around them: %s', (_what, words, right) => {
    expect(isolateDirection(words)).toBe(right);
  });
});
