import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import Tooltips from './tooltips.tsx';

beforeEach(() => void jest.useFakeTimers());

const nameShown = () => document.querySelector('[data-tooltip]')?.textContent ?? null;
const pointAt = (element: Element, pointerType = 'mouse') =>
  fireEvent(element, Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }));
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

function show() {
  render(
    <>
      <button type="button" aria-label="Share">
        <svg aria-hidden="true" />
      </button>
      <button type="button" aria-label="Boost" />
      <a href="/" aria-label="Hearsay, to the start">
        {'Hearsay'}
      </a>
      <p>{'words'}</p>
      <Tooltips />
    </>,
  );
  return { share: screen.getByRole('button', { name: 'Share' }), boost: screen.getByRole('button', { name: 'Boost' }) };
}

it('a tooltip appears after 700 ms of pointing, and disappears with the pointer', () => {
  const { share } = show();
  pointAt(share);
  wait(699);
  expect(nameShown()).toBeNull();
  wait(1);
  expect(nameShown()).toBe('Share');
  pointAt(screen.getByText('words'));
  wait(100);
  expect(nameShown()).toBeNull();
});

it('a tooltip stays while the pointer is on it, and disappears by Escape', () => {
  const { share } = show();
  pointAt(share);
  wait(700);
  pointAt(screen.getByText('words'));
  pointAt(document.querySelector('[data-tooltip]') as Element);
  wait(5_000);
  expect(nameShown()).toBe('Share');
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(nameShown()).toBeNull();
});

it.each([
  [299, 'Boost'],
  [300, null],
])('a tooltip appears at once if another one closed %i ms ago: %s', (milliseconds, expected) => {
  const { share, boost } = show();
  pointAt(share);
  wait(700);
  pointAt(screen.getByText('words'));
  wait(100);
  expect(nameShown()).toBeNull();
  wait(milliseconds);
  pointAt(boost);
  expect(nameShown()).toBe(expected);
});

it.each(['touch', 'pen'])('a tooltip does not appear for the pointer type %s', (pointerType) => {
  const { share } = show();
  pointAt(share, pointerType);
  wait(5_000);
  expect(nameShown()).toBeNull();
});

it('a tooltip does not appear for a control with visible text or after a press', () => {
  const { share } = show();
  pointAt(screen.getByText('Hearsay'));
  wait(5_000);
  expect(nameShown()).toBeNull();
  pointAt(share);
  fireEvent.pointerDown(share);
  wait(5_000);
  expect(nameShown()).toBeNull();
});
