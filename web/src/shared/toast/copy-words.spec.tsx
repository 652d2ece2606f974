import { afterEach, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { showPage } from '../../../test/page.tsx';
import { copyWords } from './copy-words.ts';

const texts = { done: 'Copied', byHand: 'Copy it from here' };
const clipboard = (value: object | undefined) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

const copy = async () => {
  showPage(null, { viewer: null });
  await act(() => copyWords('the words', texts));
};

it.each([
  ['there is no clipboard', undefined],
  ['the permission is refused', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
])('the words are shown in a field, selected, if %s', async (_where, value) => {
  clipboard(value);
  await copy();
  const field: HTMLTextAreaElement = await screen.findByRole('textbox', { name: 'Copy it from here' });
  expect(field).toHaveValue('the words');
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'the words'.length]);
});
