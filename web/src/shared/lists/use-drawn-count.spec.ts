import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useDrawnCount } from './use-drawn-count.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});
const nextFrame = () =>
  act(() => {
    jest.advanceTimersToNextFrame();
  });

describe('a long list', () => {
  it('first renders a screenful, and then a few more items with each frame', () => {
    const { result, rerender } = renderHook(({ length }) => useDrawnCount(length), { initialProps: { length: 45 } });
    const counts = [result.current];
    for (let frame = 0; frame < 4; frame += 1) {
      nextFrame();
      counts.push(result.current);
    }
    expect(counts).toEqual([20, 30, 40, 45, 45]);
    rerender({ length: 46 });
    expect(result.current).toBe(46);
  });

  it('renders at once if it is short', () => {
    expect(renderHook(() => useDrawnCount(3)).result.current).toBe(3);
  });
});
