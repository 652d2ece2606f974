import type { SealedAuthors } from '@hearsay/service-runtime';

/** Lengths are rounded up to this many characters, so that a seal's length tells little of what lies in it. */
const lengthStep = 256;

export const sealJson = (authors: SealedAuthors, value: object): string => {
  const text = JSON.stringify(value);
  return authors.seal(text.padEnd(Math.ceil(text.length / lengthStep) * lengthStep));
};

/** Null, and an alert, when it cannot be opened. */
export const readJson = <T extends object>(authors: SealedAuthors, sealed: string): T | null => {
  const text = authors.read(sealed);
  return text === null ? null : (JSON.parse(text) as T);
};

/** @throws when it cannot be opened */
export const openJson = <T extends object>(authors: SealedAuthors, sealed: string): T => JSON.parse(authors.open(sealed)) as T;
