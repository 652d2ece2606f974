import { describe, expect, it } from '@jest/globals';
import { boostIdOf, followIdOf, repostIdOf } from './pair-ids.js';

const [ada, bea] = ['0199f0aa-0000-7000-8000-00000000000a', '0199f0aa-0000-7000-8000-00000000000b'];

describe('ids of pairs', () => {
  it('are stable, since stored streams and rows depend on them', () => {
    expect([boostIdOf(ada, `question:${bea}`), repostIdOf(ada, bea), followIdOf(ada, bea)]).toEqual([
      'e7a8d8e7-d55e-843d-80b9-4f87f604c99f',
      '5372fbd6-2cb6-81d5-948e-bb3d52fe24bd',
      '146c6ba7-354e-87b4-ad60-85dfbe99c4a1',
    ]);
  });

  it('are UUIDs of version 8', () => {
    const ids = Array.from({ length: 200 }, (_value, index) => boostIdOf(ada, `question:${index}`));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const others = [boostIdOf(ada, `discussion:0`), repostIdOf(ada, bea), repostIdOf(bea, ada)];
    expect(new Set([...ids, ...others]).size).toBe(203);
  });
});
