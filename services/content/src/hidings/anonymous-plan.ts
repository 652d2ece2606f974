import { createHash, randomBytes } from 'node:crypto';
import type { AuthorId, SealedAuthors } from '@hearsay/service-runtime';

const hourMs = 3_600_000;
/** Nothing goes before an undo is impossible. */
const firstHour = 72;
const lastHour = 30 * 24;
/** What is late goes within so long at least, and at most: a timer waits no longer than 24 days. */
const leastLateMs = 6 * hourMs;
const mostLateMs = 20 * 24 * hourMs;
/** Longer than any plan's text, so that the length of a seal does not tell what was chosen. */
const planLength = 128;

/** What becomes of the anonymous posts of a deleted account. It lies sealed in the row of its hiding. */
interface AnonymousPlan {
  /** Whose posts go; null: they stay, and nobody can find their author. */
  readonly authorId: AuthorId | null;
  /** Makes the times random. */
  readonly seed: string;
}

export const sealPlan = (seals: SealedAuthors, authorId: AuthorId | null): string => {
  const plan: AnonymousPlan = { authorId, seed: randomBytes(16).toString('base64url') };
  return seals.seal(JSON.stringify(plan).padEnd(planLength));
};

/** Null, and an alert, when it cannot be opened. */
export const readPlan = (seals: SealedAuthors, sealed: string): AnonymousPlan | null => {
  const text = seals.read(sealed);
  return text === null ? null : (JSON.parse(text) as AnonymousPlan);
};

/** Milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** When the posts of a plan go. `erasedAt`: since then the account cannot come back. */
export const spanOf = ({ begunAt, erasedAt }: { readonly begunAt: Date; readonly erasedAt: Date }): Span => {
  const from = Math.max(begunAt.getTime() + firstHour * hourMs, erasedAt.getTime());
  return { from, to: Math.max(from, begunAt.getTime() + lastHour * hourMs) };
};

/** The moment of one post, evenly spread over the span. */
export const momentOf = ({ seed }: AnonymousPlan, contentId: string, { from, to }: Span): number => {
  const share = createHash('sha256').update(`${seed}|${contentId}`).digest().readUInt32BE(0) / 2 ** 32;
  return from + share * (to - from);
};

/** A new moment for a post that was not removed at its own: what was missed together does not go together. */
export const lateMomentOf = ({ to }: Span, now: number, random: number): number =>
  now + random * Math.min(Math.max(to - now, leastLateMs), mostLateMs);
