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

/** Every list has more than one page, and no list has many. */
export const small: Community = {
  accounts: 200,
  questions: 400,
  replies: 600,
  boosts: 2_000,
  followers: 120,
  followed: 60,
  posts: 120,
  asks: 60,
  messages: 300,
};

/** People of a filled community who sign in. */
export const roles = ['star', 'reader', 'writer', 'stranger', 'ambassador'] as const;
export type Role = (typeof roles)[number];
export const password = 'a long enough password';

/** Who and what the measured calls name. */
export interface Filled {
  /** The question of the long room, and a question that has a few replies. */
  readonly longRoom: string;
  readonly question: string;
  /** A reply under `question`. */
  readonly reply: string;
  /** Questions that the stranger's boosts go to. */
  readonly boosted: readonly string[];
}
