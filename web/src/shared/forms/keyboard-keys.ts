import type { KeyboardEvent } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Of an input method that is still composing. Safari ends composing before the key that ends it, and marks that key by its code alone. */
const COMPOSING = 229;

/** Whether a key is Enter and means it: an Enter that chooses among what an input method offers sends nothing. */
export const isEnter = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && nativeEvent.keyCode !== COMPOSING;

/** A key of a soft keyboard does what is written on it; on a real one, Enter does what it does everywhere. */
const isSoftEnter = (event: KeyboardEvent): boolean =>
  isEnter(event) && (window.matchMedia?.('(pointer: coarse)').matches ?? false);

/** For a field whose key says 'next': goes on to the next field of the form, unless something is written there already. */
export function nextOnEnter(event: KeyboardEvent<Control>): void {
  if (!isSoftEnter(event)) return;
  const fields = [...(event.currentTarget.form?.querySelectorAll<Control>('.field') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (next?.value !== '') return;
  event.preventDefault();
  next.focus();
}

/** For a field whose key says 'done' or 'search', and after which nothing is sent: closes the keyboard. */
export function doneOnEnter(event: KeyboardEvent<Control>): void {
  if (!isSoftEnter(event)) return;
  event.preventDefault();
  event.currentTarget.blur();
}
