import type { KeyboardEvent } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** A key of a soft keyboard does what is written on it; on a real one, Enter does what it does everywhere. */
const isSoftEnter = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && (window.matchMedia?.('(pointer: coarse)').matches ?? false);

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
