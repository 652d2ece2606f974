import { describe, expect, it } from '@jest/globals';
import { jsonLines, plainArray } from './array-parameters.js';

describe('an array parameter', () => {
  it.each([
    [[], '{}'],
    [['0197-a'], '{0197-a}'],
    [[1, -2, 3.5], '{1,-2,3.5}'],
    [[true, null, false], '{true,NULL,false}'],
    [['2026-11-22T10:00:00.000Z'], '{2026-11-22T10:00:00.000Z}'],
  ])('%j is %s', (values, text) => {
    expect(plainArray(values)).toBe(text);
  });

  it.each(['a b', 'a"', 'a\\', '{', '}', 'a\n', ''])('takes no %j, which would need quotes', (value) => {
    expect(() => plainArray(['a', value, 'b'])).toThrow('needs quotes');
    expect(() => plainArray([value, 'b'])).toThrow('needs quotes');
  });

  it('of JSON has one line for each value, whichever characters it has', () => {
    const values = [{ text: 'one\ntwo \u2028 "three"' }, null, { value: undefined }, []];
    expect(
      jsonLines(values)
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([values[0], null, {}, []]);
  });
});
