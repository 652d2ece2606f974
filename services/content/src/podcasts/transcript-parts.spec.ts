import { expect, it } from '@jest/globals';
import { splitIntoParts } from './transcript-parts.js';

const cue = (from: number, words: string) => ({ from, to: from + 1, words });

it('a part has at most 1000 characters or one longer cue, and positions of its cues', () => {
  const [half, long] = ['a'.repeat(499), 'b'.repeat(1001)];
  expect(splitIntoParts([cue(0, 'Hush'), cue(2, 'now')])).toEqual([
    {
      ...{ number: 0, words: 'Hush now' },
      cues: [
        [0, 0],
        [5, 2],
      ],
    },
  ]);
  const parts = splitIntoParts([cue(1, half), cue(2, `${half}c`), cue(3, 'd'), cue(4, long), cue(5, 'e')]);
  expect(parts.map(({ number, words, cues }) => [number, words.length, cues])).toEqual([
    [
      0,
      1000,
      [
        [0, 1],
        [500, 2],
      ],
    ],
    [1, 1, [[0, 3]]],
    [2, 1001, [[0, 4]]],
    [3, 1, [[0, 5]]],
  ]);
});
