import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import type { DayChange } from './earned-days.js';

/** @throws if `sealed` cannot be opened */
export const openJson = <T extends object>(seals: SealedAuthors, sealed: string): T =>
  JSON.parse(seals.open(sealed)) as T;

export const anonymousTag = (seals: SealedAuthors, authorId: AuthorId): string => seals.tagOf(authorId, 'anonymous-xp');

/** Tags of two days cannot be linked. */
export const dayTag = (
  seals: SealedAuthors,
  authorId: AuthorId,
  { rule, day }: Pick<DayChange, 'rule' | 'day'>,
): string => seals.tagOf(authorId, `anonymous-xp:${rule}:${day}`);
