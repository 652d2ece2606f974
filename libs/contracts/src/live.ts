import * as z from 'zod/mini';
import { Id, integer } from './primitives.js';
import { RoomEntryView } from './rpc/content.js';
import { shardOf } from './subjects.js';

/**
 * New entries of a room. Services send this message to gateways by core NATS, which may lose it. A gap in the numbers
 * shows a loss.
 */
export const LiveRoom = z.object({
  questionId: Id,
  replyCount: integer(),
  entries: z.array(RoomEntryView),
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

/** The changed counts of one commit in one shard. Each question occurs once. */
export const LiveCountsOfShard = z.object({ items: z.array(LiveCounts) });
export type LiveCountsOfShard = z.infer<typeof LiveCountsOfShard>;

/** Announces a change of this person's inbox. A gateway with a socket of this person then reads the inbox. */
export const LiveBell = z.object({ accountId: Id });
export type LiveBell = z.infer<typeof LiveBell>;

/**
 * A report was resolved. Gateways tell its reporter and all ambassadors, except the author of the reported signed post.
 */
export const LiveReport = z.object({ reportId: Id, reporterId: Id, authorId: z.nullish(Id) });
export type LiveReport = z.infer<typeof LiveReport>;

/**
 * If `tokenHash` is set, this session has ended, and its sockets close. If `accountId` is set, roles or mutes of this
 * account have changed.
 */
export const LiveSession = z.object({ tokenHash: z.nullable(z.string()), accountId: z.nullable(Id) });
export type LiveSession = z.infer<typeof LiveSession>;

export const liveSubjects = {
  room: (questionId: string) => `live.question.${questionId}`,
  counts: (questionId: string) => `live.counts.${shardOf(questionId)}`,
  bell: (accountId: string) => `live.bell.${accountId}`,
  sessions: 'live.sessions',
  reports: 'live.reports',
} as const;

export const nudgeSubject = (service: string): string => `nudge.${service}`;
