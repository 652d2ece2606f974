import { createHash, randomBytes } from 'node:crypto';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

const hourMs = 3_600_000;
/** No post is removed earlier than this many hours after the deletion, because until then it can be undone. */
const firstRemovalHour = 72;
const lastRemovalHour = 30 * 24;
/** Limits of the delay of a late removal. A timer can wait at most 24 days. */
const minLateDelayMs = 6 * hourMs;
const maxLateDelayMs = 20 * 24 * hourMs;
/** All plans are padded to this length, so that the length of the seal does not reveal the person's choice. */
const planLength = 128;

/** The plan for removing a deleted account's anonymous posts. It is stored sealed in the row of the hiding. */
interface AnonymousPlan {
  /** The author of the posts to remove. Null if the posts stay. The plan then cannot reveal their author. */
  readonly authorId: AuthorId | null;
  readonly seed: string;
}

/** Makes a plan with a new random seed. `authorId` is null if the posts stay. */
export const sealPlan = (seals: SealedAuthors, authorId: AuthorId | null): string => {
  const plan: AnonymousPlan = { authorId, seed: randomBytes(16).toString('base64url') };
  return seals.sealJson(plan, planLength);
};

/** Returns null and raises an alert if the seal cannot be opened. */
export const openPlan = (seals: SealedAuthors, sealed: string): AnonymousPlan | null => seals.readJson(sealed);

/** The first and the last instant of the removals, in milliseconds since 1970. */
interface RemovalSpan {
  readonly from: number;
  readonly to: number;
}

/** From 72 hours after the deletion began, but not before the erasure, to 30 days after it began. */
export const removalSpanOf = ({
  begunAt,
  erasedAt,
}: {
  readonly begunAt: string;
  readonly erasedAt: string;
}): RemovalSpan => {
  const begun = Date.parse(begunAt);
  const from = Math.max(begun + firstRemovalHour * hourMs, Date.parse(erasedAt));
  return { from, to: Math.max(from, begun + lastRemovalHour * hourMs) };
};

/** The time of a post's removal, in milliseconds since 1970. A plan's times are spread randomly over its span. */
export const removalTimeOf = ({ seed }: AnonymousPlan, contentId: string, { from, to }: RemovalSpan): number => {
  const share = createHash('sha256').update(`${seed}|${contentId}`).digest().readUInt32BE(0) / 2 ** 32;
  return from + share * (to - from);
};

/** A random time for a late removal, so that late posts are not removed together. */
export const lateRemovalTime = ({ to }: RemovalSpan, now: number, random: number): number =>
  now + random * Math.min(Math.max(to - now, minLateDelayMs), maxLateDelayMs);
