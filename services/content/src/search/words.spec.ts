import { describe, expect, it } from '@jest/globals';
import { excerptOf, spokenExcerptOf } from './excerpt.js';
import { searchWordsOf, similarTsqueryOf, tsqueryOf, tsvectorOf, wordsIn } from './words.js';

const compared = (text: string) => wordsIn(text).map(({ word }) => word);
const marked = (texts: string[], query: string) => {
  const { excerpt, matches } = excerptOf(texts, searchWordsOf(query));
  return { excerpt, marks: matches.map(([start, length]) => excerpt.slice(start, start + length)) };
};

describe('words', () => {
  it('words are equal if they differ only in case, accents or forms of a letter', () => {
    expect(compared('CAFÉ café İSTANBUL Straße ΛΌΓΟΣ ﬁn')).toEqual([
      'cafe',
      'cafe',
      'istanbul',
      'strasse',
      'λογοσ',
      'fin',
    ]);
  });

  it('marks that belong to the letters of a script, as in Hindi, are kept', () => {
    expect(compared('हिन्दी')).toEqual(['हिन्दी'.normalize('NFC')]);
    expect(compared('각')).toEqual(['각']);
  });

  it('words are cut only between whole characters', () => {
    const gothic = '𐌰'.repeat(70);
    expect(compared(`a${gothic} ${'b'.repeat(70)}`)).toEqual([`a${gothic.slice(0, 118)}`, 'b'.repeat(60)]);
  });

  it('in scripts without spaces, each pair of neighbouring characters is a word', () => {
    expect(compared('東京都へ iPhoneを')).toEqual(['東京', '京都', '都へ', 'iphone', 'を']);
    expect(compared('สวัสดี')).toContain('สว');
  });

  it('words have their positions in the text, in UTF-16 units', () => {
    expect(wordsIn('🙂 Don’t 𠮷野家')).toEqual([
      { word: 'don', start: 3, end: 6 },
      { word: 't', start: 7, end: 8 },
      { word: '𠮷野', start: 9, end: 12 },
      { word: '野家', start: 11, end: 13 },
    ]);
  });

  it('words contain no characters that PostgreSQL would read as syntax', () => {
    expect(tsvectorOf(`a'b\\c & d:*`, '(e)')).toBe(`'a':1A 'b':2A 'c':3A 'd':4A 'e':5B`);
    expect(tsqueryOf(searchWordsOf(`'a' | !b & (c:* <-> d`))).toBe(`'a' & 'b' & 'c' & 'd'`);
    expect(tsqueryOf(searchWordsOf('?! …'))).toBe('');
  });

  it('only the last sought word, from 3 letters on, also matches longer words', () => {
    expect(tsqueryOf(searchWordsOf('The red bel'))).toBe(`'the' & 'red' & 'bel':*`);
    expect(tsqueryOf(searchWordsOf('bell be'))).toBe(`'bell' & 'be'`);
  });

  it('similar titles share three of the longest words, or all but one of a short title', () => {
    expect(similarTsqueryOf('Who took it?')).toBe(`('took' & 'who') | ('took' & 'it') | ('who' & 'it')`);
    expect(similarTsqueryOf('Why me?')).toBe(`('why') | ('me')`);
    expect(similarTsqueryOf('Why?')).toBe(`('why')`);
    expect(similarTsqueryOf('?!')).toBe('');
    const choices = similarTsqueryOf('one twos three fourth fifthly sixthish seven eight').split(' | ');
    expect(choices).toHaveLength(20);
    expect(choices[0]).toBe(`('sixthish' & 'fifthly' & 'fourth')`);
  });
});

describe('an excerpt', () => {
  it('an excerpt comes from the text with the most sought words, which it marks', () => {
    const texts = ['Who took the red bell?', 'It was red.'];
    expect(marked(texts, 'red bell')).toEqual({ excerpt: texts[0], marks: ['red', 'bell'] });
    expect(marked(texts, 'was red')).toEqual({ excerpt: texts[1], marks: ['was', 'red'] });
    expect(marked(['Who?', 'Nobody'], 'bell')).toEqual({ excerpt: 'Who?', marks: [] });
  });

  it('overlapping pairs of characters are one mark of an excerpt', () => {
    expect(marked(['私は東京都に住む'], '東京都')).toEqual({ excerpt: '私は東京都に住む', marks: ['東京都'] });
  });

  it('an excerpt begins before the first match and has at most 160 characters', () => {
    const { excerpt, marks } = marked([`${'before '.repeat(40)}the Bell ${'after '.repeat(40)}bell`], 'bell');
    expect(excerpt).toHaveLength(160);
    expect(excerpt).toMatch(/^…before .*the Bell after .*…$/);
    expect(marks).toEqual(['Bell']);
    const end = marked([`${'before '.repeat(40)}the bell`], 'bell');
    expect(end.excerpt).toMatch(/^…before .*the bell$/);
    expect(marked([`bell ${'after '.repeat(40)}`], 'bell').excerpt).toMatch(/^bell after .*…$/);
  });

  it('an excerpt of a transcript begins with the cue that has most of the words', () => {
    const words = 'We spoke of bells. Then of red ones, a red bell. A bell';
    const cues: [number, number][] = [
      [0, 3],
      [19, 845.5],
      [49, 850],
    ];
    expect(spokenExcerptOf({ words, cues }, searchWordsOf('red bell'))).toEqual({
      ...{ at: 845.5, excerpt: 'Then of red ones, a red bell. A bell' },
      matches: [
        [8, 3],
        [20, 3],
        [24, 4],
        [32, 4],
      ],
    });
  });

  it('an excerpt is cut only between whole characters', () => {
    const { excerpt, marks } = marked([`bell${'🙂'.repeat(100)}`], 'bell');
    expect(excerpt).toBe(`bell${'🙂'.repeat(77)}…`);
    expect(marks).toEqual(['bell']);
    expect(marked([`${'x'.repeat(200)} bell`], 'xxx')).toEqual({
      excerpt: `${'x'.repeat(159)}…`,
      marks: ['x'.repeat(159)],
    });
  });
});
