import * as z from 'zod/mini';
import { ContentType, Id, Instant, integer, ReportedType } from '../primitives.js';
import { definitionsOf, Owner } from './definitions.js';
import { Role } from './identity.js';

const { internal, relayed } = definitionsOf('moderation');

export const maintenanceActs = [
  'rebuild-started',
  'dead-letter-retried',
  'dead-letter-discarded',
  'log-recovered',
] as const;
export type MaintenanceAct = (typeof maintenanceActs)[number];

const report = {
  reportId: Id,
  reporterId: Id,
  contentType: ReportedType,
  /** The account id, if the report is about a person. */
  contentId: Id,
  questionId: Id,
};
/** Moderation stores the reason and the reported words as texts. */
export const ReportFiled = relayed('ReportFiled', {
  ...report,
  owner: Owner,
  reasonTextId: Id,
  previewTextId: z.nullable(Id),
});
export const ReportResolved = relayed('ReportResolved', { ...report, reviewerId: Id });

const wipe = {
  wipeId: Id,
  subjectId: Id,
  ambassadorId: Id,
  /** True if the wipe hid nothing. Its subject is then not notified. */
  isEmpty: z.optional(z.boolean()),
};
export const WipeStarted = relayed('WipeStarted', { ...wipe, undoUntil: Instant });
export const WipeUndone = relayed('WipeUndone', wipe);

export const WipeFinished = internal('WipeFinished', { wipeId: Id, subjectId: Id });

export const NotedAct = z.enum([
  'content-removed',
  'repost-removed',
  'invitation-removed',
  'role-granted',
  'role-revoked',
  'xp-granted',
  'reset-allowed',
  ...maintenanceActs,
]);

/** An act of an ambassador or operator that no other event of this log records. */
export const ActNoted = internal('ActNoted', {
  /** The id of the event that caused the entry, or an id that an operator's program has chosen. */
  entryId: Id,
  act: NotedAct,
  actorId: z.nullable(Id),
  /** The person whom the act concerns. Null if this is an author who must stay unknown. */
  subjectId: z.nullable(Id),
  contentType: z.nullable(ContentType),
  contentId: z.nullable(Id),
  role: z.nullable(Role),
  amount: z.optional(integer()),
  /** The ledger entry of granted XP, by which gamification finds the reason. */
  xpEntryId: z.optional(Id),
  target: z.optional(z.string()),
});
