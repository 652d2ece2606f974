import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import type { DayChange } from './earned-days.js';

/** @throws if `sealed` cannot be opened */
export const openSealedJson = <T extends object>(seals: SealedAuthors, sealed: string): T =>
  JSON.parse(seals.open(sealed)) as T;

export const anonymousXpTag = (seals: SealedAuthors, authorId: AuthorId): string =>
  seals.tagOf(authorId, 'anonymous-xp');

/** Tags of two days cannot be linked. */
export const anonymousDayTag = (
  seals: SealedAuthors,
  authorId: AuthorId,
  { rule, day }: Pick<DayChange, 'rule' | 'day'>,
): string => seals.tagOf(authorId, `anonymous-xp:${rule}:${day}`);
