import type { ContentType } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { nothingRead, type Reading } from './reading.js';

export interface Summary {
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
  readonly questionId: string | null;
  /** The latest actor. Null for anonymous actors and for none. */
  readonly actorId: string | null;
  readonly actedAt: string | null;
  /** Acts of other people. 0 hides the notification. */
  readonly count: number;
  /** ISO instant of the latest of these acts. */
  readonly at: string;
  readonly level: number | null;
  readonly hasOwn: boolean;
  readonly actId: string | null;
}

/** In the order of the sealed text, which may lack the last one. */
const fields = [
  'contentType',
  'contentId',
  'questionId',
  'actorId',
  'actedAt',
  'count',
  'at',
  'level',
  'hasOwn',
  'actId',
] as const satisfies (keyof Summary)[];

/** Longer than any summary, so that lengths reveal nothing. */
const summaryLength = 320;
/** The text of read marks is padded to a multiple of this length. */
const readingStep = 1024;

/*
 * Sealed with a fresh nonce at each write, so that a changed row reveals only its change. Otherwise an anonymous
 * author's own acts would differ from a stranger's.
 */

export const sealSummary = (seals: SealedAuthors, summary: Summary): string =>
  seals.seal(
    JSON.stringify(fields.map((field) => (field === 'hasOwn' ? Number(summary.hasOwn) : summary[field]))).padEnd(
      summaryLength,
    ),
  );

/** Null, and an alert, when it cannot be opened. */
export const readSummary = (seals: SealedAuthors, sealed: string): Summary | null => {
  const text = seals.read(sealed);
  if (text === null) return null;
  const values = JSON.parse(text) as unknown[];
  const summary = Object.fromEntries(
    fields.map((field, index) => [field, values[index] ?? null]),
  ) as unknown as Summary;
  return { ...summary, hasOwn: Boolean(summary.hasOwn) };
};

export const aboutQuestionId = ({ contentType, contentId, questionId }: Summary): string | null =>
  contentType === 'question' ? contentId : questionId;

/** Includes the author id, from which the sweep finds the person's inboxes. */
export interface ReadersMarks {
  readonly authorId: AuthorId;
  readonly reading: Reading;
}

export const sealReading = (seals: SealedAuthors, marks: ReadersMarks): string => {
  const text = JSON.stringify(marks);
  return seals.seal(text.padEnd(Math.ceil(text.length / readingStep) * readingStep));
};

/** Null, and an alert, when it cannot be opened. */
export const readMarks = (seals: SealedAuthors, sealed: string): ReadersMarks | null => {
  const text = seals.read(sealed);
  return text === null ? null : (JSON.parse(text) as ReadersMarks);
};

export const readingOf = (seals: SealedAuthors, sealed: string | undefined): Reading =>
  (sealed === undefined ? null : readMarks(seals, sealed))?.reading ?? nothingRead;
