import type { KeyboardEvent } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Key code during composition. Safari ends a composition before its last key event, which has only this mark. */
const COMPOSING = 229;

/** False for an Enter that picks a candidate of an input method. */
export const isEnter = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && nativeEvent.keyCode !== COMPOSING;

/** On a soft keyboard, Enter does what its label says. On a hardware keyboard, it keeps its usual meaning. */
const isSoftEnter = (event: KeyboardEvent): boolean =>
  isEnter(event) && (window.matchMedia?.('(pointer: coarse)').matches ?? false);

/** Acts only on a soft keyboard, and only if the next field is empty. */
export function focusNextOnEnter(event: KeyboardEvent<Control>): void {
  if (!isSoftEnter(event)) return;
  const fields = [...(event.currentTarget.form?.querySelectorAll<Control>('.field') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (next?.value !== '') return;
  event.preventDefault();
  next.focus();
}

export function closeKeyboardOnEnter(event: KeyboardEvent<Control>): void {
  if (!isSoftEnter(event)) return;
  event.preventDefault();
  event.currentTarget.blur();
}
