import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import type { DayName } from './pool-shares.js';

/** Finds what an author's anonymous posts were paid. */
export const anonymousTag = (seals: SealedAuthors, authorId: AuthorId): string => seals.tagOf(authorId, 'anonymous-xp');

/** Finds one day of it. The days of an author do not look alike. */
export const dayTag = (
  seals: SealedAuthors,
  authorId: AuthorId,
  { rule, day }: Pick<DayName, 'rule' | 'day'>,
): string => seals.tagOf(authorId, `anonymous-xp:${rule}:${day}`);
