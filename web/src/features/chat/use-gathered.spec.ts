import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { Gathered, useGathered } from './use-gathered.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a batch of values', () => {
  it('passes a single value on at once, and quick ones together, in order, once each', () => {
    const handed: number[][] = [];
    const gathered = new Gathered<number>(100, (all) => handed.push([...all]));
    gathered.add(1);
    expect(handed).toEqual([[1]]);
    gathered.add(2);
    gathered.add(3);
    expect(handed).toEqual([[1]]);
    jest.advanceTimersByTime(100);
    expect(handed).toEqual([[1], [2, 3]]);
    gathered.add(4);
    jest.advanceTimersByTime(99);
    expect(handed).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(handed).toEqual([[1], [2, 3], [4]]);
    jest.advanceTimersByTime(100);
    gathered.add(5);
    expect(handed.at(-1)).toEqual([5]);
  });

  it('is passed on before the pause ends if it is flushed', () => {
    const handed: number[][] = [];
    const gathered = new Gathered<number>(100, (all) => handed.push([...all]));
    gathered.add(1);
    gathered.add(2);
    gathered.flush();
    expect(handed).toEqual([[1], [2]]);
    gathered.flush();
    expect(handed).toHaveLength(2);
  });

  it('is passed to the latest handler at unmount', () => {
    const handed: string[] = [];
    const { result, rerender, unmount } = renderHook(
      ({ name }) => useGathered<number>(100, (all) => handed.push(`${name} ${all.join(' ')}`)),
      {
        initialProps: { name: 'first' },
      },
    );
    result.current.add(1);
    rerender({ name: 'second' });
    result.current.add(2);
    unmount();
    expect(handed).toEqual(['first 1', 'second 2']);
  });
});
