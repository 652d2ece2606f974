import { type ContentType, type NotificationKind, notificationRpc } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { emptyReadState, type ReadState } from './reading.js';

/** The facts that a notification shows. They are stored in sealed form only. */
export interface Summary {
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
  readonly questionId: string | null;
  /** The person of the latest act. Null if this person is anonymous, or if the notification has no actor. */
  readonly actorId: string | null;
  readonly actedAt: string | null;
  /** The number of acts of other people. 0 hides the notification. */
  readonly count: number;
  /** ISO instant of the latest act by another person. */
  readonly at: string;
  readonly level: number | null;
  readonly hasOwn: boolean;
  readonly actId: string | null;
}

/** Fields in the order of the sealed text. A text of an earlier release may lack the last field. */
const fields = [
  ...(['contentType', 'contentId', 'questionId', 'actorId', 'actedAt'] as const),
  ...(['count', 'at', 'level', 'hasOwn', 'actId'] as const),
] satisfies (keyof Summary)[];

/** Every summary is padded to this many characters, so that lengths reveal nothing. */
const summaryLength = 320;
const readStateLengthStep = 1024;

/*
 * Each write seals the summary with a new nonce. So a row reveals only that it was written, and an anonymous author's
 * own act looks like a stranger's act.
 */

/**
 * Release 0.9.0 may read the row during an upgrade or after a downgrade. It fails on kinds that were added later, but
 * hides notifications with count 0. So a later kind is sealed with count 0, and its real count is the last value.
 */
export const sealSummary = (seals: SealedAuthors, summary: Summary, kind: NotificationKind): string => {
  const values = { ...summary, hasOwn: Number(summary.hasOwn) };
  const isLater = !notificationRpc.earliestKinds.includes(kind);
  const ofRelease090 = isLater ? { ...values, count: 0 } : values;
  const texts = [...fields.map((field) => ofRelease090[field]), ...(isLater ? [summary.count] : [])];
  return seals.sealJson(texts, summaryLength);
};

/** Returns null and raises an alert if `sealed` cannot be opened. */
export const openSummary = (seals: SealedAuthors, sealed: string): Summary | null => {
  const values = seals.readJson<unknown[]>(sealed);
  if (values === null) return null;
  const summary = Object.fromEntries(fields.map((field, index) => [field, values[index] ?? null]));
  const count = values[fields.length] ?? summary.count;
  return { ...summary, count, hasOwn: Boolean(summary.hasOwn) } as Summary;
};

export const questionIdOf = ({ contentType, contentId, questionId }: Summary): string | null =>
  contentType === 'question' ? contentId : questionId;

/** The stored marks of a person. The sweep finds the person's inboxes by `authorId`. */
export interface StoredReadState {
  readonly authorId: AuthorId;
  readonly reading: ReadState;
}

export const sealReadState = (seals: SealedAuthors, marks: StoredReadState): string =>
  seals.sealJson(marks, readStateLengthStep);

/** The empty state if nothing is stored, or if `sealed` cannot be opened. */
export const openReadState = (seals: SealedAuthors, sealed: string | undefined): ReadState =>
  (sealed === undefined ? null : seals.readJson<StoredReadState>(sealed))?.reading ?? emptyReadState;
