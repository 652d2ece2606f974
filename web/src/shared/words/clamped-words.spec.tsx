import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { ClampedWords, takesMoreLines } from './clamped-words.tsx';

it.each([
  ['a sentence', 'Why is the sky blue?', 4, false],
  ['four lines', 'a\nb\nc\nd', 4, false],
  ['five lines', 'a\nb\nc\nd\ne', 4, true],
  ['line breaks alone between two letters', `a${'\n'.repeat(498)}b`, 12, true],
  ['breaks of Windows', 'a\r\n'.repeat(13), 12, true],
  ['one long line', 'x'.repeat(241), 4, true],
  ['one that fits', 'x'.repeat(240), 4, false],
  ['wide letters', '日'.repeat(121), 4, true],
  ['a chat message as long as may be', 'word '.repeat(56), 12, false],
])('%s: %j takes more than %d lines: %p', (_what, words, most, right) => {
  expect(takesMoreLines(words, most)).toBe(right);
});

it('a long text shows its first lines, and all lines on demand', () => {
  render(<ClampedWords words={`a${'\n'.repeat(40)}b`} lines={12} />);
  const words = screen.getByText(/^a/).closest('p');
  expect(words).toHaveClass('line-clamp-12');
  const button = screen.getByRole('button', { name: 'Show more', expanded: false });
  fireEvent.click(button);
  expect(words).not.toHaveClass('line-clamp-12');
  fireEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
  expect(words).toHaveClass('line-clamp-12');
});

it('a text that fits has no button', () => {
  render(<ClampedWords words="short" lines={4} />);
  expect(screen.queryByRole('button')).toBeNull();
});
