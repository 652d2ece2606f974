import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { scrollToTop } from '../../shared/navigation/scroll-to-top.ts';
import { useFollowEnd } from './use-follow-end.ts';

const page = { height: 2000, top: 0, asked: 0 };
const screenPx = 800;
const realObserver = globalThis.ResizeObserver;
let told: (() => void)[] = [];
const own = ['innerHeight', 'scrollY', 'scrollTo'].map(
  (name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const,
);

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(page, { height: 2000, top: 2000 - screenPx, asked: 0 });
  told = [];
  const observe = (tell: () => void) => ({ observe: () => told.push(tell), disconnect: () => told.splice(0) });
  globalThis.ResizeObserver = jest.fn(observe) as never;
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: screenPx });
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => page.top });
  Object.defineProperty(document.documentElement, 'scrollHeight', {
    configurable: true,
    get: () => {
      page.asked += 1;
      return page.height;
    },
  });
  window.scrollTo = ((_x: number, y: number) => {
    page.top = Math.min(y, page.height - screenPx);
  }) as typeof window.scrollTo;
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.ResizeObserver = realObserver;
  Reflect.deleteProperty(document.documentElement, 'scrollHeight');
  for (const [name, descriptor] of own) if (descriptor) Object.defineProperty(window, name, descriptor);
});

const said = (...numbers: number[]) => numbers.map((number) => ({ number, isMine: false }));
const distance = () => page.height - screenPx - page.top;
const isLaidOut = () =>
  act(() => {
    for (const tell of told) tell();
  });
const hears = () => act(() => void window.dispatchEvent(new Event('scroll')));
const rests = () => act(() => void jest.advanceTimersByTime(1000));

function chat() {
  const { result, rerender } = renderHook(({ messages }) => useFollowEnd(messages), {
    initialProps: { messages: said(1) },
  });
  const isDrawn = (messages: readonly { number: number; isMine: boolean }[], px: number) => {
    page.height += px;
    rerender({ messages: [...said(1), ...messages] });
  };
  return {
    now: result,
    isDrawn,
    comes: (...messages: { number: number; isMine: boolean }[]) => {
      isDrawn(messages, 60);
      isLaidOut();
      hears();
    },
  };
}
const scrolls = (by: number) => {
  act(() => void window.dispatchEvent(new WheelEvent('wheel', { deltaY: by })));
  moves(by);
};
const moves = (by: number) => {
  page.top = Math.min(page.height - screenPx, page.top + by);
  hears();
};

it('the chat follows the end only while the reader is at the end', () => {
  const { now, comes } = chat();
  comes(...said(2));
  expect([distance(), now.current.missed]).toEqual([0, 0]);
  scrolls(-900);
  rests();
  comes(...said(2, 3));
  expect([distance(), now.current.missed, now.current.isAway]).toEqual([960, 1, true]);
  act(() => now.current.toEnd());
  hears();
  expect([distance(), now.current.missed, now.current.isAway]).toEqual([0, 0, false]);
});

it('the chat scrolls to the end after layout, and reads no layout while rendering', () => {
  const { isDrawn } = chat();
  page.asked = 0;
  isDrawn(said(2, 3, 4, 5, 6), 300);
  expect([page.asked, distance()]).toEqual([0, 300]);
  isLaidOut();
  expect(distance()).toBe(0);
  expect(page.asked).toBeLessThanOrEqual(2);
});

it('the chat stays at the end while messages arrive or rows grow', () => {
  const { now, isDrawn } = chat();
  isDrawn(said(2), 60);
  isLaidOut();
  isDrawn(said(2, 3, 4, 5, 6), 400);
  hears();
  expect(now.current.isAway).toBe(false);
  isLaidOut();
  page.height += 200;
  isLaidOut();
  hears();
  expect([distance(), now.current.missed]).toEqual([0, 0]);
  // Rows above shrink. The list scrolls up before its own height shrinks.
  page.top -= 300;
  act(() => now.current.noteListScroll());
  hears();
  page.height -= 250;
  page.top = Math.min(page.top, page.height - screenPx);
  isLaidOut();
  page.height += 500;
  hears();
  isLaidOut();
  expect([distance(), now.current.isAway]).toEqual([0, false]);
});

it('the chat stays at the end when messages arrive right after the page shrank', () => {
  const { now, comes, isDrawn } = chat();
  comes(...said(2));
  page.height -= 20;
  page.top -= 20;
  isDrawn(said(2, 3, 4, 5), 180);
  hears();
  isLaidOut();
  expect([distance(), now.current.isAway]).toEqual([0, false]);
  moves(-200);
  expect(now.current.isAway).toBe(true);
});

it('the chat stops following when the reader scrolls away, even slowly in a busy chat', () => {
  const { now, comes } = chat();
  comes(...said(2));
  scrolls(-100);
  expect(distance()).toBe(100);
  scrolls(-40);
  comes(...said(2, 3));
  expect([distance(), now.current.missed]).toEqual([200, 1]);
});

it.each(['ArrowUp', 'PageUp', 'Home'])('the chat stops following at the key %s outside text fields', (key) => {
  const { comes } = chat();
  comes(...said(2));
  const field = document.body.appendChild(document.createElement('textarea'));
  const presses = (on: Element) =>
    act(() => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  presses(field);
  comes(...said(2, 3));
  expect(distance()).toBe(0);
  presses(document.body);
  moves(-40);
  comes(...said(2, 3, 4));
  expect(distance()).toBe(100);
  field.remove();
});

it('the chat stops following when the app scrolls the page away', () => {
  const { now, comes } = chat();
  comes(...said(2));
  moves(-600);
  comes(...said(2, 3));
  expect([distance(), now.current.missed]).toEqual([660, 1]);
  act(() => now.current.toEnd());
  hears();
  act(() => now.current.stopFollowing());
  moves(-10);
  comes(...said(2, 3, 4));
  expect(distance()).toBe(70);
});

it('the chat stops following at an act that scrolls to the top', () => {
  const { comes } = chat();
  comes(...said(2));
  const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  act(() => scrollToTop());
  scroll.mockRestore();
  comes(...said(2, 3));
  expect(distance()).toBe(60);
});

it('an own message scrolls the page to the end', () => {
  const { comes } = chat();
  scrolls(-40);
  comes({ number: 2, isMine: true });
  expect(distance()).toBe(0);
  scrolls(-500);
  scrolls(500);
  rests();
  comes(...said(2, 3));
  expect(distance()).toBe(0);
});
