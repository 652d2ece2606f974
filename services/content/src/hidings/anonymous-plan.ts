import { createHash, randomBytes } from 'node:crypto';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

const hourMs = 3_600_000;
/** No post is removed while an undo is possible. */
const firstHour = 72;
const lastHour = 30 * 24;
/** Limits of the delay of a late removal. A timer can wait at most 24 days. */
const leastLateMs = 6 * hourMs;
const mostLateMs = 20 * 24 * hourMs;
/** All plans are padded to this length, so that the length of the seal does not reveal the choice. */
const planLength = 128;

/** Stored, sealed, in the row of its hiding. */
interface AnonymousPlan {
  /** The author of the posts to remove. Null: the posts stay, and their author cannot be found. */
  readonly authorId: AuthorId | null;
  readonly seed: string;
}

export const sealPlan = (seals: SealedAuthors, authorId: AuthorId | null): string => {
  const plan: AnonymousPlan = { authorId, seed: randomBytes(16).toString('base64url') };
  return seals.sealJson(plan, planLength);
};

/** Null if the seal cannot be opened, which also raises an alert. */
export const readPlan = (seals: SealedAuthors, sealed: string): AnonymousPlan | null => seals.readJson(sealed);

/** Milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export const spanOf = ({ begunAt, erasedAt }: { readonly begunAt: Date; readonly erasedAt: Date }): Span => {
  const from = Math.max(begunAt.getTime() + firstHour * hourMs, erasedAt.getTime());
  return { from, to: Math.max(from, begunAt.getTime() + lastHour * hourMs) };
};

/** The moment of a post's removal. The moments of a plan are evenly distributed over its span. */
export const momentOf = ({ seed }: AnonymousPlan, contentId: string, { from, to }: Span): number => {
  const share = createHash('sha256').update(`${seed}|${contentId}`).digest().readUInt32BE(0) / 2 ** 32;
  return from + share * (to - from);
};

/** A random moment for a late removal, so that late posts are not removed together. */
export const lateMomentOf = ({ to }: Span, now: number, random: number): number =>
  now + random * Math.min(Math.max(to - now, leastLateMs), mostLateMs);
