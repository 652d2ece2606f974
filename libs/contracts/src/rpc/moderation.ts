import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Role } from '../events/identity.js';
import { maintenanceActs } from '../events/moderation.js';
import { limits } from '../limits.js';
import { ContentPreview, ReportStatus, WipeCounts, WipeStatus } from '../moderation.js';
import { ContentType, Id, Instant, integer } from '../primitives.js';
import { command, operatorsOnly, query, serviceNames } from './rpc.js';

/** A report before the gateway adds the cards of people. */
export const ReportView = z.extend(ContentRef, {
  id: Id,
  /** Null where the author is anonymous: ambassadors then see no reporter either. */
  reporterId: z.nullable(Id),
  /** Null where the author is nobody's to know. */
  authorId: z.nullable(Id),
  reason: z.nullable(z.string()),
  preview: ContentPreview,
  isRemoved: z.boolean(),
  createdAt: Instant,
  status: ReportStatus,
  reviewerId: z.nullable(Id),
  resolvedAt: z.nullable(Instant),
});
export type ReportView = z.infer<typeof ReportView>;

/** `forbidden` for one's own content, `already_reported` while the same person's report of it is open. */
export const fileReport = command(
  'moderation',
  'file-report',
  z.extend(ContentRef, { reason: z.string() }),
  z.object({ report: ReportView }),
);

/** `forbidden` where the report is about the asking account. Resolving what is resolved changes nothing. */
export const resolveReport = command(
  'moderation',
  'resolve-report',
  z.object({ reportId: Id }),
  z.object({ report: ReportView }),
);

/**
 * Newest first: pending ones as they were filed, resolved ones as they were resolved. As many as an answer has room for. Reports about the asking
 * account's signed posts are missing, here and in the count.
 */
export const reports = query(
  'moderation',
  'reports',
  z.object({ status: ReportStatus, before: z.nullable(Id), limit: integer(1, limits.reportsPage) }),
  z.object({ reports: z.array(ReportView) }),
);
export const pendingReports = query('moderation', 'pending-reports', z.object({}), z.object({ reports: integer(0) }));

/** Whether somebody's report of it waits for an ambassador. */
export const hasOpenReport = query(
  'moderation',
  'has-open-report',
  ContentRef,
  z.object({ hasOpenReport: z.boolean() }),
);

const ofAccount = z.object({ subjectId: Id });
const ofWipe = z.object({ wipeId: Id });

/** A wipe before the gateway adds the card of whom it concerns. `done` of `total` things are hidden, or back again. */
export const WipeView = z.object({
  wipeId: Id,
  subjectId: Id,
  status: WipeStatus,
  done: integer(0),
  total: integer(0),
  undoUntil: Instant,
});
export type WipeView = z.infer<typeof WipeView>;

/** What a wipe would take away. Unknown account: `not_found`. */
export const wipePreview = query('moderation', 'wipe-preview', ofAccount, z.object({ counts: WipeCounts }));
/** Answered when everything is hidden from every read. Refused: a protected account as `forbidden`, a second wipe while one runs as `conflict` with its id. */
export const startWipe = command(
  'moderation',
  'start-wipe',
  ofAccount,
  z.object({ wipeId: Id, counts: WipeCounts, undoUntil: Instant }),
);
export const wipe = query('moderation', 'wipe', ofWipe, z.object({ wipe: WipeView }));
/** Newest first. */
export const wipes = query(
  'moderation',
  'wipes',
  z.object({ limit: integer(1, 100) }),
  z.object({ wipes: z.array(WipeView) }),
);
/** Brings back exactly what the wipe hid. Again, or after 72 hours: `conflict`. */
export const undoWipe = command('moderation', 'undo-wipe', ofWipe, z.object({ wipe: WipeView }));

/** What an ambassador or an operator has done. */
export const AuditAct = z.enum([
  'content-removed',
  'repost-removed',
  'report-resolved',
  'wipe-started',
  'wipe-undone',
  'role-granted',
  'role-revoked',
  'xp-granted',
  'reset-allowed',
  ...maintenanceActs,
]);
export type AuditAct = z.infer<typeof AuditAct>;

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  act: AuditAct,
  /** The ambassador; null for operators. */
  actorId: z.nullable(Id),
  /** Whom it concerned; null where the author is nobody's to know. */
  subjectId: z.nullable(Id),
  contentType: z.nullable(ContentType),
  contentId: z.nullable(Id),
  reportId: z.nullable(Id),
  wipeId: z.nullable(Id),
  role: z.nullable(Role),
  /** Of XP. */
  amount: z.nullable(integer()),
  /** The ledger entry of a grant. */
  xpEntryId: z.nullable(Id),
  /** A read model, or an event that its consumer could not apply. */
  target: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first; `before` = id of the last one seen. */
export const audit = query(
  'moderation',
  'audit',
  z.object({ before: z.nullable(Id), limit: integer(1, 500) }),
  z.object({ entries: z.array(AuditEntry) }),
  operatorsOnly,
);

/**
 * Writes down what an operator is about to do to a service's database, once for each `entryId`. The program that does it works in the name of that
 * service.
 */
export const noteMaintenance = command(
  'moderation',
  'note-maintenance',
  z.object({ entryId: Id, act: z.enum(maintenanceActs), target: z.string().check(z.maxLength(500)) }),
  z.object({}),
  serviceNames,
);
