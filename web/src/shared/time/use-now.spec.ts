import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useNow } from './use-now.ts';

beforeEach(() => {
  jest.useFakeTimers();
  jest.advanceTimersByTime(60 * 60_000);
});

function draw() {
  const behind: number[] = [];
  const { unmount } = renderHook(() => behind.push(Date.now() - useNow()));
  return { behind, unmount };
}

it('the first label after a time without labels is correct at its first render', () => {
  draw().unmount();
  jest.advanceTimersByTime(10 * 60_000);
  const { behind } = draw();
  expect(behind).toEqual([0]);
});

it('the clock advances every half minute for all labels at once', () => {
  const first = draw();
  act(() => jest.advanceTimersByTime(20_000));
  const second = draw();
  expect([first.behind, second.behind]).toEqual([[0], [20_000]]);
  act(() => jest.advanceTimersByTime(10_000));
  expect([first.behind, second.behind]).toEqual([
    [0, 0],
    [20_000, 0],
  ]);
});
