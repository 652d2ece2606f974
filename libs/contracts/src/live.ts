import * as z from 'zod/mini';
import { Id, integer } from './primitives.js';
import { RoomEntryView } from './rpc/content.js';
import { shardOf } from './subjects.js';

/** Core NATS messages to gateways after a commit. Readers fetch the changes of a lost message by their numbers. */
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

/** The changes of one commit in one shard, each question once. */
export const LiveCountsOfShard = z.object({ items: z.array(LiveCounts) });
export type LiveCountsOfShard = z.infer<typeof LiveCountsOfShard>;

/** Announces news for this person without its content. A gateway with a socket of that person fetches the content. */
export const LiveBell = z.object({ accountId: Id });
export type LiveBell = z.infer<typeof LiveBell>;

/** A resolved report, for sockets of its reporter and of ambassadors, but not of a signed post's author. */
export const LiveReport = z.object({ reportId: Id, reporterId: Id, authorId: z.nullish(Id) });
export type LiveReport = z.infer<typeof LiveReport>;

/** A session ended (`tokenHash`), which closes its sockets, or roles or mutes of an account changed (`accountId`). */
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
