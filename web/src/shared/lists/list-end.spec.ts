import { afterEach, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useLoadMoreNearEnd } from './list-end.tsx';

/** Sets the distance to the page's end, because jsdom has no layout. */
function standAt(pixelsToTheEnd: number): void {
  const height = 4_000;
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: height });
  Object.defineProperty(window, 'scrollY', { configurable: true, value: height - window.innerHeight - pixelsToTheEnd });
  window.dispatchEvent(new Event('scroll'));
}

afterEach(() => {
  Reflect.deleteProperty(document.documentElement, 'scrollHeight');
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
});

it('a list loads the next page within 100 px before the end, and no sooner', () => {
  standAt(3_000);
  const load = jest.fn();
  renderHook(() => useLoadMoreNearEnd(true, load));
  standAt(101);
  expect(load).not.toHaveBeenCalled();
  standAt(100);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a list loads at once if its end is visible, and nothing after the last page', () => {
  standAt(20);
  const load = jest.fn();
  const { rerender, unmount } = renderHook(({ isWanted }) => useLoadMoreNearEnd(isWanted, load), {
    initialProps: { isWanted: false },
  });
  expect(load).not.toHaveBeenCalled();
  rerender({ isWanted: true });
  expect(load).toHaveBeenCalledTimes(1);
  unmount();
  standAt(10);
  expect(load).toHaveBeenCalledTimes(1);
});
