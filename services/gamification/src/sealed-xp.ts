import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import type { DayChange } from './earned-days.js';

/** Lengths are rounded up to this many characters, so that a seal's length tells little of what lies in it. */
const lengthStep = 256;

export const sealJson = (seals: SealedAuthors, value: object): string => {
  const text = JSON.stringify(value);
  return seals.seal(text.padEnd(Math.ceil(text.length / lengthStep) * lengthStep));
};

/** Null, and an alert, when it cannot be opened. */
export const readJson = <T extends object>(seals: SealedAuthors, sealed: string): T | null => {
  const text = seals.read(sealed);
  return text === null ? null : (JSON.parse(text) as T);
};

/** @throws when it cannot be opened */
export const openJson = <T extends object>(seals: SealedAuthors, sealed: string): T =>
  JSON.parse(seals.open(sealed)) as T;

/** Finds what an author's anonymous posts were paid. */
export const anonymousTag = (seals: SealedAuthors, authorId: AuthorId): string => seals.tagOf(authorId, 'anonymous-xp');

/** Finds one day of an author's anonymous XP. Tags of two days do not show that they belong together. */
export const dayTag = (
  seals: SealedAuthors,
  authorId: AuthorId,
  { rule, day }: Pick<DayChange, 'rule' | 'day'>,
): string => seals.tagOf(authorId, `anonymous-xp:${rule}:${day}`);
