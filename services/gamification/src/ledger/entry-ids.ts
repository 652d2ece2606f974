import { createHash } from 'node:crypto';
import type { SealedAuthors } from '@hearsay/service-runtime';

/** The entry that a rule pays for a boost: the same for ever. A UUID of version 8 (RFC 9562) over SHA-256. */
export const boostEntryId = (rule: 'boost-given' | 'boost-received', boostId: string): string => {
  const hash = createHash('sha256').update(`${rule}:${boostId}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/**
 * Claimed by a person's first reply to a question, named or not. Keyed, because the claim of an anonymous reply must not
 * tell its author to who reads the table.
 */
export const answerClaim = (authors: SealedAuthors, questionId: string, accountId: string): string =>
  `answer-given:${authors.tagOf(accountId, `answer:${questionId}`)}`;

export const questionClaim = (questionId: string): string => `question-posted:${questionId}`;
