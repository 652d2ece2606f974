import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { closeKeyboardOnEnter, focusNextOnEnter, isEnter } from './keyboard-keys.ts';

const onSubmit = jest.fn();
const touch = (isTouch: boolean) => Object.assign(window, { matchMedia: () => ({ matches: isTouch }) });

afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
});

function Subject() {
  return (
    <form onSubmit={onSubmit}>
      <input className="field" aria-label="First" onKeyDown={focusNextOnEnter} />
      <input className="field" aria-label="Second" onKeyDown={closeKeyboardOnEnter} />
    </form>
  );
}

const enter = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' });
const focus = (label: string) => {
  const field = screen.getByLabelText(label);
  field.focus();
  return field;
};

describe('an Enter', () => {
  it.each([
    ['alone is an Enter', { key: 'Enter', keyCode: 13 }, true],
    ['of Chrome and Firefox while composing is no Enter', { key: 'Enter', isComposing: true, keyCode: 229 }, false],
    ['of Safari that ends composing is no Enter', { key: 'Enter', isComposing: false, keyCode: 229 }, false],
    ['of an older input method is no Enter', { key: 'Process', keyCode: 229 }, false],
    ['of the letter a is no Enter', { key: 'a', keyCode: 65 }, false],
  ])('a key event %s', (_what, init, right) => {
    const heard: boolean[] = [];
    render(<input aria-label="Words" onKeyDown={(event) => heard.push(isEnter(event))} />);
    fireEvent.keyDown(screen.getByLabelText('Words'), init);
    expect(heard).toEqual([right]);
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'an Enter while composing (%j) does not move the focus',
    (init) => {
      touch(true);
      render(<Subject />);
      focus('First');
      expect(fireEvent.keyDown(screen.getByLabelText('First'), { key: 'Enter', ...init })).toBe(true);
      expect(screen.getByLabelText('First')).toHaveFocus();
    },
  );
});

describe('the action key of a soft keyboard', () => {
  it('the action key goes to the next field, or sends if the next field is filled', () => {
    touch(true);
    render(<Subject />);
    focus('First');
    expect(enter('First')).toBe(false);
    expect(screen.getByLabelText('Second')).toHaveFocus();
    fireEvent.change(screen.getByLabelText('Second'), { target: { value: 'There' } });
    expect(enter('First')).toBe(true);
  });

  it('the action key closes the keyboard while a field is still empty', () => {
    touch(true);
    render(<Subject />);
    const second = focus('Second');
    expect(enter('Second')).toBe(false);
    expect(second).not.toHaveFocus();
  });

  it('Enter on a hardware keyboard does not move the focus to the next field', () => {
    touch(false);
    render(<Subject />);
    focus('First');
    expect(enter('First')).toBe(true);
    expect(enter('Second')).toBe(true);
    expect(screen.getByLabelText('First')).toHaveFocus();
  });
});
