import { limits } from '@hearsay/contracts';
import type { Client } from '../../journeys/client.ts';

/** Numbers of rows. `followers` follow the star, `followed` are followed by the reader, `posts` are the writer's. */
export interface Community {
  readonly accounts: number;
  readonly questions: number;
  readonly replies: number;
  readonly boosts: number;
  readonly followers: number;
  readonly followed: number;
  readonly posts: number;
  readonly asks: number;
  readonly messages: number;
  readonly bookmarks: number;
  /** Half of these people are blocked. */
  readonly muted: number;
  readonly wordRules: number;
  /** If this number is 7, every seventh question has a lock. */
  readonly questionsPerLock: number;
  /** Threshold of the question whose lock opens in one of the expensive acts. */
  readonly greatLock: number;
  /** Number of open sockets of people who boosted the question with the threshold `greatLock`. */
  readonly listeners: number;
}

export const largeCommunity: Community = {
  accounts: 30_000,
  questions: 100_000,
  replies: 100_000,
  boosts: 500_000,
  followers: 25_000,
  followed: 5_000,
  posts: 10_000,
  asks: 1_000,
  messages: 50_000,
  bookmarks: 5_000,
  muted: limits.mutes,
  wordRules: limits.wordRules,
  questionsPerLock: 7,
  greatLock: 20_000,
  listeners: 300,
};

/** A community that is filled in a minute, but has enough accounts to open the large lock. */
export const smallCommunity: Community = {
  accounts: 20_000,
  questions: 2000,
  replies: 1000,
  boosts: 5000,
  followers: 100,
  followed: 100,
  posts: 100,
  asks: 10,
  messages: 500,
  bookmarks: 100,
  muted: 10,
  wordRules: 10,
  questionsPerLock: 7,
  greatLock: 20_000,
  listeners: 300,
};

/** The people who act and read. The stranger boosts while an expensive act of the others runs. */
export const roles = ['star', 'reader', 'writer', 'stranger', 'ambassador'] as const;
export type Role = (typeof roles)[number];

interface Named {
  readonly longRoom: string;
  readonly question: string;
  readonly reply: string;
  readonly podcast: string;
}

export type People = Readonly<Record<Role, Client>>;

export interface Subjects extends Named {
  readonly people: People;
}

/** Ids of the filled rows. `boosted` holds the questions that the stranger boosts during the acts. */
export interface FilledCommunity extends Named {
  readonly questions: readonly string[];
  readonly accounts: readonly string[];
  readonly boosted: readonly string[];
}
