import type { ErrorCode } from '@hearsay/contracts';

/**
 * A visitor, an uninvolved person, a spotlight, an ambassador, the target of a question, and the owner. They call in
 * this order, so that the owner deletes last.
 */
export const roles = ['visitor', 'fan', 'spotlight', 'ambassador', 'target', 'owner'] as const;
export type Role = (typeof roles)[number];

export type Verdict = number | `${number} ${ErrorCode}`;
export type Verdicts = Readonly<Record<Role, Verdict>>;

export const noSession = '401 unauthenticated';
export const notAllowed = '403 forbidden';
export const notThere = '404 not_found';

export const everyone = (verdict: Verdict, but: Partial<Verdicts> = {}): Verdicts => ({
  visitor: verdict,
  fan: verdict,
  spotlight: verdict,
  ambassador: verdict,
  target: verdict,
  owner: verdict,
  ...but,
});

export const signedIn = (verdict: Verdict, but: Partial<Verdicts> = {}): Verdicts =>
  everyone(verdict, { visitor: noSession, ...but });

export const only = (allowed: Partial<Verdicts>, others: Verdict = notAllowed): Verdicts => signedIn(others, allowed);
