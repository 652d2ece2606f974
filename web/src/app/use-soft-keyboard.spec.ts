import { afterEach, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useSoftKeyboard } from './use-soft-keyboard.ts';

const told = () => document.documentElement.style.getPropertyValue('--keyboard');

afterEach(() => {
  Reflect.deleteProperty(window, 'visualViewport');
});

it('`--keyboard` is the height that a soft keyboard covers, then 0 again', () => {
  const view = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  Object.assign(window, { visualViewport: view, innerHeight: 800 });
  const become = (next: Partial<typeof view>, type = 'resize') =>
    act(() => void Object.assign(view, next).dispatchEvent(new Event(type)));
  const { unmount } = renderHook(useSoftKeyboard);
  expect(told()).toBe('');
  become({ height: 470 });
  expect(told()).toBe('330px');
  become({ offsetTop: 120 }, 'scroll');
  expect(told()).toBe('210px');
  become({ height: 400, offsetTop: 0, scale: 2 });
  expect(told()).toBe('0px');
  become({ height: 740, scale: 1 });
  expect(told()).toBe('0px');
  become({ height: 470 });
  unmount();
  expect(told()).toBe('');
});
