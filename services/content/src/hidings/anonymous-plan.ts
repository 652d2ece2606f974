import { createHash, randomBytes } from 'node:crypto';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

const hourMs = 3_600_000;
/** No post goes while an undo is possible. */
const firstHour = 72;
const lastHour = 30 * 24;
/** Limits for a late post. A timer can wait at most 24 days. */
const leastLateMs = 6 * hourMs;
const mostLateMs = 20 * 24 * hourMs;
/** Longer than any plan's text, so that the seal's length does not reveal the choice. */
const planLength = 128;

/** Sealed in the row of its hiding. */
interface AnonymousPlan {
  /** The author of the posts to remove. Null: the posts stay, and their author cannot be found. */
  readonly authorId: AuthorId | null;
  readonly seed: string;
}

export const sealPlan = (seals: SealedAuthors, authorId: AuthorId | null): string => {
  const plan: AnonymousPlan = { authorId, seed: randomBytes(16).toString('base64url') };
  return seals.sealJson(plan, planLength);
};

/** Null, and an alert, when it cannot be opened. */
export const readPlan = (seals: SealedAuthors, sealed: string): AnonymousPlan | null => seals.readJson(sealed);

/** Milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** `erasedAt`: when the account was erased. */
export const spanOf = ({ begunAt, erasedAt }: { readonly begunAt: Date; readonly erasedAt: Date }): Span => {
  const from = Math.max(begunAt.getTime() + firstHour * hourMs, erasedAt.getTime());
  return { from, to: Math.max(from, begunAt.getTime() + lastHour * hourMs) };
};

/** The moment of one post, evenly distributed over the span. */
export const momentOf = ({ seed }: AnonymousPlan, contentId: string, { from, to }: Span): number => {
  const share = createHash('sha256').update(`${seed}|${contentId}`).digest().readUInt32BE(0) / 2 ** 32;
  return from + share * (to - from);
};

/** A new moment for a post that missed its own, so that missed posts do not go together. */
export const lateMomentOf = ({ to }: Span, now: number, random: number): number =>
  now + random * Math.min(Math.max(to - now, leastLateMs), mostLateMs);
