import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useLongPress } from './use-long-press.ts';

const pressed = jest.fn();
const clicked = jest.fn();
function Bubble() {
  return (
    <button type="button" onClick={clicked} {...useLongPress(pressed, (target) => !(target as Element).closest('b'))}>
      <span>words</span>
      <b>name</b>
    </button>
  );
}

type Step =
  | readonly [
      type: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel' | 'contextMenu' | 'click',
      more?: object,
    ]
  | number;
const down: Step = ['pointerDown', { pointerType: 'touch', isPrimary: true, clientX: 100, clientY: 100 }];
const menu: Step = ['contextMenu', { pointerType: 'touch' }];

beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
});

it.each<[string, Step[], number, number, string?]>([
  ['a finger that rests for 500 ms', [down, 500], 1, 0],
  ['a finger that is lifted before', [down, 499, ['pointerUp'], 1000, ['click']], 0, 1],
  ['a finger that is lifted after it', [down, 600, ['pointerUp'], ['click']], 1, 0],
  ['a tap after a long press', [down, 600, ['pointerUp'], ['click'], down, ['pointerUp'], ['click']], 1, 1],
  ['a finger that trembles', [down, ['pointerMove', { clientX: 106, clientY: 108 }], 500], 1, 0],
  ['a finger that moves on', [down, ['pointerMove', { clientX: 100, clientY: 111 }], 500], 0, 0],
  ['a finger that scrolls', [down, 100, ['pointerCancel'], 500], 0, 0],
  ['a menu before the timer', [down, 400, menu, 500], 1, 0],
  ['a menu after the timer', [down, 500, menu, 500], 1, 0],
  ['a mouse', [['pointerDown', { pointerType: 'mouse', isPrimary: true }], 500, ['pointerUp'], ['click']], 0, 1],
  ['a second finger', [['pointerDown', { pointerType: 'touch', isPrimary: false }], 500], 0, 0],
  ['a finger on what is not meant', [down, 500], 0, 0, 'name'],
])('%s', (_name, steps, presses, clicks, on = 'words') => {
  render(<Bubble />);
  const target = screen.getByText(on);
  for (const step of steps) {
    if (typeof step === 'number') act(() => void jest.advanceTimersByTime(step));
    else {
      const [type, more = {}] = step;
      const event = createEvent[type](target, more);
      for (const [key, value] of Object.entries(more)) Object.defineProperty(event, key, { value });
      fireEvent(target, event);
    }
  }
  expect([pressed.mock.calls.length, clicked.mock.calls.length]).toEqual([presses, clicks]);
});
