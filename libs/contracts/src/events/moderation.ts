import * as z from 'zod/mini';
import { ContentType, Id, Instant, integer } from '../primitives.js';
import { event, Owner } from './definitions.js';
import { Role } from './identity.js';

/** What operators do to what a service keeps: read models, events that could not be applied, logs that lost their tail. */
export const maintenanceActs = [
  'rebuild-started',
  'dead-letter-retried',
  'dead-letter-discarded',
  'log-recovered',
] as const;
export type MaintenanceAct = (typeof maintenanceActs)[number];

const report = z.object({
  reportId: Id,
  reporterId: Id,
  contentType: ContentType,
  contentId: Id,
  /** The question that it is or lies under; an episode's own id. */
  questionId: Id,
});
/** The reason and the words as they were reported are texts of moderation's. */
export const ReportFiled = event(
  'moderation',
  'ReportFiled',
  'relayed',
  z.extend(report, { owner: Owner, reasonTextId: Id, previewTextId: z.nullable(Id) }),
);
export const ReportResolved = event('moderation', 'ReportResolved', 'relayed', z.extend(report, { reviewerId: Id }));

const wipe = z.object({
  wipeId: Id,
  subjectId: Id,
  ambassadorId: Id,
  /** There was nothing to take away: nobody is told. */
  isEmpty: z.optional(z.boolean()),
});
export const WipeStarted = event('moderation', 'WipeStarted', 'relayed', z.extend(wipe, { undoUntil: Instant }));
export const WipeUndone = event('moderation', 'WipeUndone', 'relayed', wipe);

/** Everything is hidden, one removal after the other. */
export const WipeFinished = event('moderation', 'WipeFinished', 'internal', z.object({ wipeId: Id, subjectId: Id }));

/** An act of an ambassador or an operator that no other event of this log tells of, written down for good. */
export const ActNoted = event(
  'moderation',
  'ActNoted',
  'internal',
  z.object({
    /** Of the event that it was read from, or the id that an operator's program gave its act. */
    entryId: Id,
    act: z.enum([
      'content-removed',
      'repost-removed',
      'role-granted',
      'role-revoked',
      'xp-granted',
      'reset-allowed',
      ...maintenanceActs,
    ]),
    /** The ambassador; null for operators. */
    actorId: z.nullable(Id),
    /** Null where the author is nobody's to know. */
    subjectId: z.nullable(Id),
    contentType: z.nullable(ContentType),
    contentId: z.nullable(Id),
    role: z.nullable(Role),
    /** Of XP; where there is none it is absent. */
    amount: z.optional(integer()),
    /** The ledger entry of a grant, by which gamification knows the reason. */
    xpEntryId: z.optional(Id),
    /** What an operator has worked on; absent where it was no maintenance. */
    target: z.optional(z.string()),
  }),
);
