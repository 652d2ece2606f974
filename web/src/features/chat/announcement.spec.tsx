import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { sampleMessage } from '../../../test/sample-content.ts';
import { Announcement } from './announcement.tsx';

beforeEach(() => void jest.useFakeTimers());

function listen(...first: Parameters<typeof sampleMessage>[]) {
  const messages = first.map((each) => sampleMessage(...each));
  const { container, rerender } = render(<Announcement messages={messages} isAtBeginning={false} />);
  return {
    said: () => container.querySelector('[aria-live="polite"]')?.textContent,
    come: (...more: Parameters<typeof sampleMessage>[]) => {
      messages.push(...more.map((each) => sampleMessage(...each)));
      rerender(<Announcement messages={[...messages]} isAtBeginning={false} />);
    },
  };
}
const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const by = (number: number) => sampleMessage(number).user?.username;

it('new messages of others are announced, locked ones without their words', () => {
  const { said, come } = listen([1]);
  come([2, { isMine: true }]);
  expect(said()).toBe('');
  wait(5000);
  come([3]);
  expect(said()).toBe(`${by(3)}: words 3`);
  come([4, { content: null, isRevealed: false }]);
  wait(5000);
  expect(said()).toBe(`${by(4)}: still a whisper`);
});

it('the newest of many messages is announced at most every 5 seconds', () => {
  const { said, come } = listen([1]);
  come([2]);
  for (let number = 3; number <= 40; number += 1) {
    come([number]);
    wait(100);
    expect(said()).toBe(`${by(2)}: words 2`);
  }
  wait(5000);
  expect(said()).toBe(`38 new. ${by(40)}: words 40`);
});

it('a message that arrives with the previous announcement is announced once', () => {
  const { said, come } = listen([1]);
  come([2]);
  come([3]);
  act(() => {
    jest.advanceTimersByTime(5000);
    come([4]);
  });
  const both = `2 new. ${by(4)}: words 4`;
  expect(said()).toBe(both);
  wait(5000);
  expect(said()).toBe(both);
});
