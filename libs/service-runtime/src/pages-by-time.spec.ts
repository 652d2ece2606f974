import { describe, expect, it } from '@jest/globals';
import { pageByTime } from './answer-size.js';

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
