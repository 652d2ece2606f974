import type { SealedAuthors } from '@hearsay/service-runtime';
import type { DayName } from './pool-shares.js';

/** Finds what a person's anonymous posts were paid. */
export const anonymousTag = (authors: SealedAuthors, accountId: string): string => authors.tagOf(accountId, 'anonymous-xp');

/** Finds one day of it. The days of a person do not look alike. */
export const dayTag = (authors: SealedAuthors, { accountId, rule, day }: DayName): string =>
  authors.tagOf(accountId, `anonymous-xp:${rule}:${day}`);
