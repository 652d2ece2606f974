import { describe, expect, it } from '@jest/globals';
import { newestBy } from './events.js';

const fact = (key: string, order: number, from = '') => ({ key, order, from });

describe('the newest of each key', () => {
  it('the newest item is the last one if no order is given', () => {
    expect(newestBy([fact('a', 2), fact('b', 1), fact('a', 1)], ({ key }) => key)).toEqual([
      fact('a', 1),
      fact('b', 1),
    ]);
  });

  it('the newest item has the highest order, and comes last among equal orders', () => {
    const facts = [fact('a', 2), fact('b', 3, 'first'), fact('a', 1), fact('b', 3, 'last')];
    expect(
      newestBy(
        facts,
        ({ key }) => key,
        ({ order }) => order,
      ),
    ).toEqual([fact('a', 2), fact('b', 3, 'last')]);
  });
});
