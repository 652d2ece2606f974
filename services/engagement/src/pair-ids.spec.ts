import { describe, expect, it } from '@jest/globals';
import { boostIdOf, followIdOf, repostIdOf } from './pair-ids.js';

const [ada, bea] = ['0199f0aa-0000-7000-8000-00000000000a', '0199f0aa-0000-7000-8000-00000000000b'];

describe('ids of boosts, reposts and follows', () => {
  it('the ids of boosts, reposts and follows are the same as in earlier releases', () => {
    expect([boostIdOf(ada, `question:${bea}`), repostIdOf(ada, bea), followIdOf(ada, bea)]).toEqual([
      'e7a8d8e7-d55e-843d-80b9-4f87f604c99f',
      '5372fbd6-2cb6-81d5-948e-bb3d52fe24bd',
      '146c6ba7-354e-87b4-ad60-85dfbe99c4a1',
    ]);
  });
});
