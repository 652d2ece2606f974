import { describe, expect, it } from '@jest/globals';
import { foldedWords, holds, searchable } from './folded-words.js';

const isHeld = (rule: string, ...texts: (string | null)[]) => holds(rule, searchable(...texts));

describe('a word rule', () => {
  it.each([
    ['idiot', 'You IDIOT!'],
    ['idiot', 'i\u00ADdi\u200Bot'],
    ['idiot', '\uFF49\uFF44iot'],
    ['idiot', '“ìdïöt”?'],
    ['Straße', 'die STRASSE'],
    ['οδός', 'ΟΔΟΣ'],
    ['ёлка', 'елка'],
    ['istanbul', 'İSTANBUL'],
    ['shut up', 'Shut,\n  UP'],
    ["don't", 'Don’t you'],
    ['🍆', 'hi🍆🍆'],
    ['👍', '👍🏽'],
    ['ばか', 'おまえはばかだ'],
    ['โง่', 'คนโง่มาก'],
  ])('the rule %j holds the text %j', (rule, text) => {
    expect(isHeld(rule, text)).toBe(true);
  });

  it.each([
    ['ass', 'a classic passage'],
    ['up shut', 'shut up'],
    ['shut up', 'shut it up'],
    ['ばか', 'ばが'],
    ['नमक', 'नमकीन'],
    ['hat', null],
    ['!?', 'What!?'],
  ])('the rule %j does not hold the text %j', (rule, text) => {
    expect(isHeld(rule, text)).toBe(false);
  });

  it('a rule matches in title or description, but not a phrase that spans both', () => {
    expect(isHeld('secret', 'What?', 'A secret.')).toBe(true);
    expect(isHeld('my secret', 'This is my', 'secret')).toBe(false);
  });

  it('a rule without letters, digits and symbols has no words', () => {
    expect(foldedWords(' …!? \u200B')).toEqual([]);
  });
});
