import * as z from 'zod/mini';
import { Id, integer } from './primitives.js';
import { RoomEntryView } from './rpc/content.js';
import { shardOf } from './subjects.js';

/**
 * Core NATS messages to gateways, published after the commit by the process that committed. They only make things
 * sooner: what is lost is fetched by number.
 */
export const LiveRoom = z.object({
  questionId: Id,
  replyCount: integer(),
  entries: z.array(RoomEntryView),
  /** The question was removed. */
  isGone: z.optional(z.boolean()),
});
export type LiveRoom = z.infer<typeof LiveRoom>;

export const LiveCounts = z.object({
  questionId: Id,
  revision: integer(),
  boostCount: integer(),
  repostCount: integer(),
});
export type LiveCounts = z.infer<typeof LiveCounts>;

/** What one commit has changed in one shard, each question once. */
export const LiveCountsOfShard = z.object({ items: z.array(LiveCounts) });
export type LiveCountsOfShard = z.infer<typeof LiveCountsOfShard>;

/** There is news for this person. What it is stands in no message: gateways that have the person here ask for it. */
export const LiveBell = z.object({ accountId: Id });
export type LiveBell = z.infer<typeof LiveBell>;

/** An ambassador has resolved a report: for the sockets of the reporter and of ambassadors, except the author of a signed post. */
export const LiveReport = z.object({ reportId: Id, reporterId: Id, authorId: z.nullish(Id) });
export type LiveReport = z.infer<typeof LiveReport>;

/** The session has ended (`tokenHash`) or an account's roles changed (`accountId`): evict, and close the ended session's sockets. */
export const LiveSession = z.object({ tokenHash: z.nullable(z.string()), accountId: z.nullable(Id) });
export type LiveSession = z.infer<typeof LiveSession>;

export const liveSubjects = {
  room: (questionId: string) => `live.question.${questionId}`,
  /** Of the question's whole shard. */
  counts: (questionId: string) => `live.counts.${shardOf(questionId)}`,
  bell: (accountId: string) => `live.bell.${accountId}`,
  sessions: 'live.sessions',
  reports: 'live.reports',
} as const;

/** A relay's wake-up call. */
export const nudgeSubject = (service: string): string => `nudge.${service}`;
