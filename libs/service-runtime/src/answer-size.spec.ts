import { describe, expect, it } from '@jest/globals';
import { pageByTime, viewsWithinAnswer, viewsWithinBytes } from './answer-size.js';

const words = (length: number) => 'x'.repeat(length);
const ofBytes = (bytes: number) => words(bytes - 2);
const answerBytes = 256 * 1024;

describe('an answer', () => {
  it('an answer contains all items that fit, to the byte', () => {
    expect(viewsWithinBytes([ofBytes(60), ofBytes(40)], 100)).toHaveLength(2);
    expect(viewsWithinBytes([ofBytes(60), ofBytes(41), ofBytes(3)], 100)).toHaveLength(1);
    expect(viewsWithinBytes([], 100)).toEqual([]);
  });

  it('an answer contains at least one item, even if it is too long', () => {
    expect(viewsWithinBytes([ofBytes(101), ofBytes(3)], 100)).toHaveLength(1);
  });

  it('an answer is measured in bytes of JSON, with escapes', () => {
    expect(viewsWithinBytes(['é'.repeat(30), ofBytes(39)], 100)).toHaveLength(1);
    expect(viewsWithinBytes(['\u0001'.repeat(10), ofBytes(39)], 100)).toHaveLength(1);
  });

  it('an answer is measured only if its words could exceed the limit', () => {
    const views = [words(answerBytes / 2), words(answerBytes / 2), words(10)];
    expect(viewsWithinAnswer(views, (view) => view)).toHaveLength(1);
    const short = Array.from({ length: 200 }, () => words(100));
    expect(viewsWithinAnswer(short, (view) => view)).toHaveLength(200);
    expect(viewsWithinAnswer([null, null], () => null)).toHaveLength(2);
  });
});

const pagesOf = (instants: readonly string[]): string[][] => {
  const pages: string[][] = [];
  for (let before: string | undefined; ; before = pages.at(-1)?.at(-1)) {
    const older = instants.filter((at) => before === undefined || at < before);
    if (older.length === 0) return pages;
    pages.push(pageByTime(older, 2, (at) => at));
  }
};

describe('pages by time', () => {
  it.each([
    [[], []],
    [['9'], [['9']]],
    [['9', '8'], [['9', '8']]],
    [
      ['9', '8', '7'],
      [['9', '8'], ['7']],
    ],
    [
      ['9', '9', '9', '7'],
      [['9', '9', '9'], ['7']],
    ],
    [
      ['9', '8', '8', '8', '7', '7'],
      [
        ['9', '8', '8', '8'],
        ['7', '7'],
      ],
    ],
  ])('of %j are %j: equal times stay on one page', (instants, pages) => {
    expect(pagesOf(instants)).toEqual(pages);
  });
});
