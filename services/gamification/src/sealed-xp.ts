import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import type { DayChange } from './earned-days.js';

/** Texts are padded to a multiple of this length, so that a seal's length reveals little. */
const lengthStep = 256;

export const sealJson = (seals: SealedAuthors, value: object): string => {
  const text = JSON.stringify(value);
  return seals.seal(text.padEnd(Math.ceil(text.length / lengthStep) * lengthStep));
};

export const readJson = <T extends object>(seals: SealedAuthors, sealed: string): T | null => {
  const text = seals.read(sealed);
  return text === null ? null : (JSON.parse(text) as T);
};

/** @throws when it cannot be opened */
export const openJson = <T extends object>(seals: SealedAuthors, sealed: string): T =>
  JSON.parse(seals.open(sealed)) as T;

export const anonymousTag = (seals: SealedAuthors, authorId: AuthorId): string => seals.tagOf(authorId, 'anonymous-xp');

/** Tags of two days cannot be linked. */
export const dayTag = (
  seals: SealedAuthors,
  authorId: AuthorId,
  { rule, day }: Pick<DayChange, 'rule' | 'day'>,
): string => seals.tagOf(authorId, `anonymous-xp:${rule}:${day}`);
