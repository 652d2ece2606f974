import { expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { ownUser } from '../../../test/sample-content.ts';
import { Composer } from './composer.tsx';

const show = (text: string) => {
  const onSend = jest.fn();
  const idle = { onText: () => undefined, onAnonymous: () => undefined, onReply: () => undefined };
  const state = { isAnonymous: false, isAlwaysAnonymous: false, isSending: false };
  render(<Composer user={ownUser} text={text} onSend={onSend} {...idle} {...state} />);
  return onSend;
};
const press = (init: object) =>
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Your message' }), { key: 'Enter', ...init });

it.each([
  ['Enter', { keyCode: 13 }, 1],
  ['Shift and Enter', { shiftKey: true }, 0],
  ['the Enter by which Safari ends composing', { isComposing: false, keyCode: 229 }, 0],
])('%s (%j) sends %d messages', (_key, init, count) => {
  const onSend = show('half a word');
  press(init);
  expect(onSend).toHaveBeenCalledTimes(count);
});

it.each([
  [239, ''],
  [240, 'At most 40 characters left'],
  [265, 'At most 40 characters left'],
  [270, 'At most 10 characters left'],
  [280, 'No characters left'],
  [281, 'Too many characters'],
])('a message of %d characters says "%s"', (length, said) => {
  show('x'.repeat(length));
  expect(document.querySelector('[aria-live=polite]')).toHaveTextContent(new RegExp(`^${said}$`));
});

it.each(['', '  \n ', '\u200b', '\u3164', '\u2800', '\u{e0041}', 'x'.repeat(281)])(
  'the composer does not send %j',
  (text) => {
    const onSend = show(text);
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    press({});
    expect(onSend).not.toHaveBeenCalled();
  },
);
