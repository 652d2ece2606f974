import type { Client } from '../../journeys/client.ts';

/** How much a filled community holds. */
export interface Community {
  readonly accounts: number;
  readonly questions: number;
  readonly replies: number;
  readonly boosts: number;
  /** Followers of one person. */
  readonly followers: number;
  /** People whom one person follows. */
  readonly followed: number;
  /** Questions of one person; they are part of `questions`. */
  readonly posts: number;
  /** Questions that wait for one person; they are part of `questions`. */
  readonly asks: number;
  /** Replies in one room; they are part of `replies`. */
  readonly messages: number;
}

/** Two years of use. */
export const large: Community = {
  accounts: 30_000,
  questions: 100_000,
  replies: 100_000,
  boosts: 500_000,
  followers: 25_000,
  followed: 5_000,
  posts: 10_000,
  asks: 1_000,
  messages: 50_000,
};

/** People of a filled community who sign in. */
export const roles = ['star', 'reader', 'writer', 'stranger', 'ambassador'] as const;
export type Role = (typeof roles)[number];
export const password = 'a long enough password';

/** What the measured calls name. */
interface Named {
  /** A question with a long room, and one with a few replies. */
  readonly longRoom: string;
  readonly question: string;
  readonly reply: string;
  readonly podcast: string;
}

export type People = Readonly<Record<Role, Client>>;

/** The people who make the measured calls, and what the calls name. */
export interface Subjects extends Named {
  readonly people: People;
}

/** What is kept of a filled community. */
export interface Filled extends Named {
  readonly questions: readonly string[];
  readonly accounts: readonly string[];
  /** Questions that the stranger's boosts go to. */
  readonly boosted: readonly string[];
}
