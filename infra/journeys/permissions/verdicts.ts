import type { ErrorCode } from '@hearsay/contracts';

/**
 * Who calls: a visitor, somebody with nothing to do with it, a spotlight, an ambassador, the person whom a question was asked, and whose it is. In this
 * order they call, so that what is deleted is deleted by its owner last.
 */
export const roles = ['visitor', 'fan', 'spotlight', 'ambassador', 'target', 'owner'] as const;
export type Role = (typeof roles)[number];

/** A status, and the code of a refusal. */
export type Verdict = number | `${number} ${ErrorCode}`;
export type Verdicts = Readonly<Record<Role, Verdict>>;

export const noSession = '401 unauthenticated';
export const notAllowed = '403 forbidden';
export const notThere = '404 not_found';

/** One verdict for all, but for some roles. */
export const everyone = (verdict: Verdict, but: Partial<Verdicts> = {}): Verdicts => ({
  visitor: verdict,
  fan: verdict,
  spotlight: verdict,
  ambassador: verdict,
  target: verdict,
  owner: verdict,
  ...but,
});

/** Whoever is signed in, but for some roles. */
export const signedIn = (verdict: Verdict, but: Partial<Verdicts> = {}): Verdicts =>
  everyone(verdict, { visitor: noSession, ...but });

/** Nobody who is signed in but some roles. */
export const only = (allowed: Partial<Verdicts>, others: Verdict = notAllowed): Verdicts => signedIn(others, allowed);
