import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { Gathered, useGathered } from './use-gathered.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('what is gathered', () => {
  it('is handed on at once when it comes alone, and together when it comes fast, nothing twice and in its order', () => {
    const handed: number[][] = [];
    const gathered = new Gathered<number>(
      () => 100,
      (all) => handed.push([...all]),
    );
    gathered.add(1);
    expect(handed).toEqual([[1]]);
    gathered.add(2);
    gathered.add(3);
    expect(handed).toEqual([[1]]);
    jest.advanceTimersByTime(100);
    expect(handed).toEqual([[1], [2, 3]]);
    // The pause counts from what was handed on last.
    gathered.add(4);
    jest.advanceTimersByTime(99);
    expect(handed).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(handed).toEqual([[1], [2, 3], [4]]);
    jest.advanceTimersByTime(100);
    gathered.add(5);
    expect(handed.at(-1)).toEqual([5]);
  });

  it('is handed on less often while that is asked for', () => {
    const handed: number[] = [];
    let everyMs = 300;
    const gathered = new Gathered<number>(
      () => everyMs,
      (all) => handed.push(all.length),
    );
    for (const one of [1, 2, 3]) gathered.add(one);
    jest.advanceTimersByTime(299);
    expect(handed).toEqual([1]);
    everyMs = 100;
    jest.advanceTimersByTime(1);
    expect(handed).toEqual([1, 2]);
    gathered.add(4);
    jest.advanceTimersByTime(100);
    expect(handed).toEqual([1, 2, 1]);
  });

  it('is handed on before its pause is over when something needs it now', () => {
    const handed: number[][] = [];
    const gathered = new Gathered<number>(
      () => 100,
      (all) => handed.push([...all]),
    );
    gathered.add(1);
    gathered.add(2);
    gathered.flush();
    expect(handed).toEqual([[1], [2]]);
    gathered.flush();
    expect(handed).toHaveLength(2);
  });

  it('is handed on a portion at a time, all of it in the end and in its order, and all at once when something needs it now', () => {
    const handed: number[][] = [];
    const inTwos = (waiting: readonly number[]) => ({ now: waiting.slice(0, 2), later: waiting.slice(2) });
    const gathered = new Gathered<number>(
      () => 50,
      (all) => handed.push([...all]),
      inTwos,
    );
    for (const one of [1, 2, 3, 4]) gathered.add(one);
    expect(handed).toEqual([[1]]);
    jest.advanceTimersByTime(50);
    expect(handed).toEqual([[1], [2, 3]]);
    gathered.add(5);
    jest.advanceTimersByTime(100);
    expect(handed).toEqual([[1], [2, 3], [4, 5]]);
    for (const one of [6, 7, 8, 9]) gathered.add(one);
    gathered.flush();
    expect(handed.slice(3).flat()).toEqual([6, 7, 8, 9]);
    expect(handed.at(-1)).toHaveLength(3);
  });

  it('is not lost when its place in the page goes, and goes to who takes it then', () => {
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
