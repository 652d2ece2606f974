import { type ContentType, type NotificationKind, notificationRpc } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { nothingRead, type Reading } from './reading.js';

export interface Summary {
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
  readonly questionId: string | null;
  /** The latest actor. Null if that actor is anonymous, or if there is none. */
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

/** In the order of the sealed text. A stored text may lack the last field. */
const fields = [
  ...(['contentType', 'contentId', 'questionId', 'actorId', 'actedAt'] as const),
  ...(['count', 'at', 'level', 'hasOwn', 'actId'] as const),
] satisfies (keyof Summary)[];

/** Longer than any summary, so that lengths reveal nothing. */
const summaryLength = 320;
const readingStep = 1024;

/*
 * Each write seals with a fresh nonce, so that a row reveals only that it was written. An anonymous author's own acts
 * therefore look like a stranger's.
 */

/**
 * Processes of release 0.9.0, which fail on later kinds, may read the row during an upgrade or after a return. They hide
 * a notification whose count is 0, so the count of a later kind follows all their fields.
 */
export const sealSummary = (seals: SealedAuthors, summary: Summary, kind: NotificationKind): string => {
  const values = { ...summary, hasOwn: Number(summary.hasOwn) };
  const isLater = !notificationRpc.earliestKinds.includes(kind);
  const ofRelease090 = isLater ? { ...values, count: 0 } : values;
  const texts = [...fields.map((field) => ofRelease090[field]), ...(isLater ? [summary.count] : [])];
  return seals.sealJson(texts, summaryLength);
};

/** Returns null and raises an alert if `sealed` cannot be opened. */
export const readSummary = (seals: SealedAuthors, sealed: string): Summary | null => {
  const values = seals.readJson<unknown[]>(sealed);
  if (values === null) return null;
  const summary = Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null]));
  const count = values[fields.length] ?? summary.count;
  return { ...summary, count, hasOwn: Boolean(summary.hasOwn) } as Summary;
};

export const aboutQuestionId = ({ contentType, contentId, questionId }: Summary): string | null =>
  contentType === 'question' ? contentId : questionId;

/** The sweep finds the person's inboxes by the author id. */
export interface ReadersMarks {
  readonly authorId: AuthorId;
  readonly reading: Reading;
}

export const sealReading = (seals: SealedAuthors, marks: ReadersMarks): string => seals.sealJson(marks, readingStep);

export const readingOf = (seals: SealedAuthors, sealed: string | undefined): Reading =>
  (sealed === undefined ? null : seals.readJson<ReadersMarks>(sealed))?.reading ?? nothingRead;
