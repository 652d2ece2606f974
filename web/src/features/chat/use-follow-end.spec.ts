import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useFollowEnd } from './use-follow-end.ts';

const page = { height: 2000, top: 0 };
const screenPx = 800;

beforeEach(() => {
  jest.useFakeTimers();
  page.height = 2000;
  page.top = page.height - screenPx;
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: screenPx });
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => page.top });
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, get: () => page.height });
  window.scrollTo = ((_x: number, y: number) => {
    page.top = Math.min(y, page.height - screenPx);
  }) as typeof window.scrollTo;
});
afterEach(() => {
  jest.useRealTimers();
});

const said = (...numbers: number[]) => numbers.map((number) => ({ number, isMine: false }));
const settle = () => act(() => jest.advanceTimersByTime(1000));
const distance = () => page.height - screenPx - page.top;

/** A chat at whose end one is. */
function chat() {
  const { result, rerender } = renderHook(({ messages }) => useFollowEnd(messages), { initialProps: { messages: said(1) } });
  return {
    missed: () => result.current.missed,
    comes: (...messages: { number: number; isMine: boolean }[]) => {
      page.height += 60;
      rerender({ messages: [...said(1), ...messages] });
    },
  };
}
/** As a hand does it: the wheel turns, then the page moves. */
const scrolls = (by: number) =>
  act(() => {
    window.dispatchEvent(new WheelEvent('wheel', { deltaY: by }));
    page.top = Math.min(page.height - screenPx, page.top + by);
    window.dispatchEvent(new Event('scroll'));
  });

describe('the end of a chat', () => {
  it('is followed while one is there, and not from elsewhere', () => {
    const { missed, comes } = chat();
    comes(...said(2));
    settle();
    expect([distance(), missed()]).toEqual([0, 0]);
    scrolls(-900);
    comes(...said(2, 3));
    settle();
    expect([distance(), missed()]).toEqual([960, 1]);
  });

  it('lets go of whoever scrolls away from it, however small the steps are and however fast messages come', () => {
    const { missed, comes } = chat();
    comes(...said(2));
    scrolls(-100);
    settle();
    expect(distance()).toBe(100);
    scrolls(-40);
    comes(...said(2, 3));
    expect([distance(), missed()]).toEqual([200, 1]);
  });

  it('is gone to for what one says oneself, and followed again by whoever comes back to it', () => {
    const { comes } = chat();
    scrolls(-40);
    comes({ number: 2, isMine: true });
    settle();
    expect(distance()).toBe(0);
    scrolls(-500);
    scrolls(500);
    settle();
    comes(...said(2, 3));
    settle();
    expect(distance()).toBe(0);
  });
});
