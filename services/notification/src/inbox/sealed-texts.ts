import type { ContentType } from '@hearsay/contracts';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { nothingRead, type Reading } from './reading.js';

/** What a notification shows its recipient. */
export interface Sight {
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
  /** The question that a reply lies under. */
  readonly questionId: string | null;
  /** Who acted last; null for nobody and for the anonymous. */
  readonly actorId: string | null;
  /** Of the actor's boost: the latest one that still stands is shown. */
  readonly actedAt: string | null;
  /** Acts of others; 0: it is not shown. */
  readonly count: number;
  /** ISO instant of the last of them. */
  readonly at: string;
  readonly level: number | null;
  /** The recipient's own boost stands among those of the content. */
  readonly hasOwn: boolean;
  /** Of the repost or report that it tells of. */
  readonly actId: string | null;
}

/** Longer than any sight's text, so that none of them tells by its length what is in it. */
const sightLength = 320;
/** What a person has read grows by steps of so many characters. */
const readingStep = 1024;

/*
 * Sights and readings are sealed like seals, with a fresh nonce each time they are written: a row that was touched tells only
 * that. Else the notifications of an anonymous author's own acts would differ from a stranger's, and readers from their posts.
 */

export const sealSight = (seals: SealedAuthors, sight: Sight): string =>
  seals.seal(
    JSON.stringify([
      sight.contentType,
      sight.contentId,
      sight.questionId,
      sight.actorId,
      sight.actedAt,
      sight.count,
      sight.at,
      sight.level,
      sight.hasOwn ? 1 : 0,
      sight.actId,
    ]).padEnd(sightLength),
  );

/** @throws when it cannot be opened */
export const openSight = (seals: SealedAuthors, sealed: string): Sight => sightIn(seals.open(sealed));

/** Null, and an alert, when it cannot be opened. */
export const readSight = (seals: SealedAuthors, sealed: string): Sight | null => {
  const text = seals.read(sealed);
  return text === null ? null : sightIn(text);
};

const sightIn = (text: string): Sight => {
  const [contentType, contentId, questionId, actorId, actedAt, count, at, level, hasOwn, actId = null] = JSON.parse(
    text,
  ) as [
    ContentType | null,
    string | null,
    string | null,
    string | null,
    string | null,
    number,
    string,
    number | null,
    0 | 1,
    string | null | undefined,
  ];
  return { contentType, contentId, questionId, actorId, actedAt, count, at, level, hasOwn: hasOwn === 1, actId };
};

/** The question that something shown is about. */
export const aboutQuestionId = ({ contentType, contentId, questionId }: Sight): string | null =>
  contentType === 'question' ? contentId : questionId;

/** Whose it is lies in it as well: only so the sweep knows the person's inboxes. */
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

/** Nothing is read where nothing is known, or what is known cannot be opened. */
export const readingOf = (seals: SealedAuthors, sealed: string | undefined): Reading =>
  (sealed === undefined ? null : readMarks(seals, sealed))?.reading ?? nothingRead;
