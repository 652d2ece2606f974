import { describe, expect, it } from '@jest/globals';
import { foldUsername, NewUsername } from './index.js';

const id = '01970000-0000-7000-8000-000000000001';
const mistakeIn = (name: string) => NewUsername.safeParse(name).error?.issues[0]?.message;

describe('a new name', () => {
  it.each([
    ['  maya  ', 'maya'],
    ['ﬁona', 'fiona'],
    ['Ünal', 'Ünal'],
  ])('%j becomes %j', (given, name) => {
    expect(NewUsername.parse(given)).toBe(name);
  });

  it.each([
    'ab',
    '  ab  ',
    'a/b',
    '@maya',
    'a\u0000bc',
    'zero\u200bwidth',
    '\u3164\u3164\u3164',
    id,
    id.toUpperCase(),
    'x'.repeat(51),
    '',
  ])('%j is refused', (name) => {
    expect(mistakeIn(name)).toEqual(expect.any(String));
  });

  it.each(['admi\u0307n', 'Bj\u0307orn', 'mi\u0323\u0307a', 'і\u0307гор'])(
    '%j is refused for an invisible combining dot',
    (name) => {
      expect(mistakeIn(name)).toBe('Username may not contain / or @ or invisible characters');
    },
  );

  it.each(['Hearsay  Team', 'Hearsay\u00a0\u2003Team'])('%j is refused for two spaces that look like one', (name) => {
    expect(mistakeIn(name)).toBe('Username may not contain two spaces in a row');
  });

  it.each([
    'grandpa_arthur',
    'İstanbul',
    'Żaneta z\u0307',
    'zoë.marsh',
    "O'Neill-7 (II)",
    'C++ & co',
    'Łukasz',
    'Nguyễn Văn',
    'мария_2',
    'Ελένη',
    'דוד',
    'محمد٥',
    'प्रिया',
    'สมชาย',
    '欧阳娜娜',
    'さくら',
    'ソラ12',
    'Sakuraさくら桜サクラ',
    '周ㄓㄡ Zhou',
    '김철수 Kim',
    '김철金',
  ])('%j is accepted as written in one script', (name) => {
    expect(mistakeIn(name)).toBeUndefined();
  });

  it.each([
    ['a Cyrillic letter among Latin ones', 'pаypal'],
    ['a Greek one', 'alphα'],
    ['an Armenian one', 'ոora'],
    ['Cyrillic and Greek', 'миρа'],
    ['Arabic digits in a Latin name', 'maya٥'],
    ['Cyrillic with Han', 'мир桜'],
    ['Hangul with Hiragana', '김さくら'],
    ['a script of the past', '𐌰𐌱𐌲'],
  ])('%s is refused', (_what, name) => {
    expect(mistakeIn(name)).toBe('Username may use the letters of one script only');
  });

  it.each([
    ['more than four marks on a letter', `z${'\u0323'.repeat(5)}oe`],
    ['vowel signs without end', `क${'ा'.repeat(49)}`],
    ['marks on a letter that has its own', `ệ${'\u0331'.repeat(3)}oe`],
    ['jamo without end', 'ᄀ'.repeat(50)],
    ['letters that become such jamo', 'ㅋ'.repeat(20)],
    ['a syllable with final jamo without end', `가${'ᆨ'.repeat(20)}`],
    ['consonants joined without end', 'क्'.repeat(20)],
    ['consonants stacked without end', 'క్'.repeat(20)],
  ])('with %s is refused', (_what, name) => {
    expect(mistakeIn(name)).toBe('Username may not pile up marks on one letter');
  });

  it.each(['Nguyễn Ngọc Ngạn', 'कार्त्स्न्य', 'สุภาภรณ์ ผู้ใหญ่', 'བསྒྲུབས', 'שָׁלוֹם', 'مُحَمَّدٌ', 'ព្រះស្រី', 'မြန်မာ'])(
    '%j is accepted in its usual spelling',
    (name) => {
      expect(mistakeIn(name)).toBeUndefined();
    },
  );

  it.each(['maya🌸', 'ma№©ya', 'x²⃣y'])(
    '%j is refused for symbols other than letters, digits and punctuation',
    (name) => {
      expect(mistakeIn(name)).toBe('Username may contain only letters, digits and punctuation');
    },
  );
});

describe('names', () => {
  it.each([
    ['Ada', 'aDA'],
    ['  ada ', 'ada'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁnn', 'finn'],
    ['Ａｄａ', 'ada'],
    ['zoe\u0301', 'zoé'],
    ['@maya', 'maya'],
    [' ＠Maya ', 'maya'],
    ['@ maya', 'maya'],
  ])('%j and %j are the same', (one, other) => {
    expect(foldUsername(one)).toBe(foldUsername(other));
  });

  it('names that differ in more than case fold to different texts', () => {
    expect(foldUsername('ada')).not.toBe(foldUsername('adä'));
  });

  it('a folded name does not change when it is folded again', () => {
    for (const name of ['İstanbul', 'ẞ', 'Ǆ', 'ΐ', 'ŉ', 'ﬀ'])
      expect(foldUsername(foldUsername(name))).toBe(foldUsername(name));
  });
});
