import { z } from 'zod';
import { Id } from './primitives.js';
import { RoomEntryView } from './rpc/content.js';
import { NotificationView } from './rpc/notification.js';

/**
 * Core NATS messages to gateways, published after the commit by the process that committed. They only make things
 * sooner: what is lost is fetched by number.
 */
export const LiveRoom = z.object({ questionId: Id, discussionCount: z.number().int(), entries: z.array(RoomEntryView) });
export type LiveRoom = z.infer<typeof LiveRoom>;

export const LiveCounts = z.object({
  questionId: Id,
  revision: z.number().int(),
  boostCount: z.number().int(),
  repostCount: z.number().int(),
});
export type LiveCounts = z.infer<typeof LiveCounts>;

/** `notification` null: only the number of unread ones changed. */
export const LiveBell = z.object({ accountId: Id, notification: NotificationView.nullable(), unread: z.number().int() });
export type LiveBell = z.infer<typeof LiveBell>;

/** The session has ended (`tokenHash`) or an account's roles changed (`accountId`): evict, and close the ended session's sockets. */
export const LiveSession = z.object({ tokenHash: z.string().nullable(), accountId: Id.nullable() });
export type LiveSession = z.infer<typeof LiveSession>;

export const liveSubjects = {
  room: (questionId: string) => `live.question.${questionId}`,
  counts: (questionId: string) => `live.counts.${questionId}`,
  bell: (accountId: string) => `live.bell.${accountId}`,
  sessions: 'live.sessions',
} as const;

/** A relay's wake-up call. */
export const nudgeSubject = (service: string): string => `nudge.${service}`;
