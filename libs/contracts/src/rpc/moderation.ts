import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Role } from '../events/identity.js';
import { maintenanceActs, NotedAct } from '../events/moderation.js';
import { limits } from '../limits.js';
import { ContentPreview, ReportStatus, WipeCounts, WipeStatus } from '../moderation.js';
import { Id, Instant, integer, ReportedType } from '../primitives.js';
import { contractsOf, operatorsOnly, serviceNames } from './rpc.js';

const { command, query } = contractsOf('moderation');

/** The subject of a report. For a person, `contentId` is the account id. */
export const ReportedRef = z.object({ contentType: ReportedType, contentId: Id });
export type ReportedRef = z.infer<typeof ReportedRef>;

export const ReportView = z.extend(ReportedRef, {
  id: Id,
  /** Null if the author is anonymous, because ambassadors must then not see the reporter either. */
  reporterId: z.nullable(Id),
  /** Null if the author is anonymous. */
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

/** @throws `forbidden` for the caller's own content or account, `already_reported` while an earlier report is open */
export const fileReport = command('file-report', { ...ReportedRef.shape, reason: z.string() }, { report: ReportView });

/** Resolves a report. A repeat changes nothing. @throws `forbidden` for a report about the caller */
export const resolveReport = command('resolve-report', { reportId: Id }, { report: ReportView });

/**
 * Pending reports by the time of filing, or resolved ones by the time of resolving, newest first, as many as fit into
 * an answer. Reports about the acting account's signed posts are neither listed nor counted.
 */
export const reports = query(
  'reports',
  { status: ReportStatus, before: z.nullable(Id), limit: integer(1, limits.reportsPage) },
  { reports: z.array(ReportView) },
);
export const pendingReports = query('pending-reports', {}, { reports: integer(0) });

export const hasOpenReport = query('has-open-report', ContentRef.shape, { hasOpenReport: z.boolean() });

const ofAccount = z.object({ subjectId: Id });
const ofWipe = z.object({ wipeId: Id });

/** `done` of `total` posts are hidden or restored so far. The gateway adds the subject's user card. */
export const WipeView = z.object({
  wipeId: Id,
  subjectId: Id,
  status: WipeStatus,
  done: integer(0),
  total: integer(0),
  undoUntil: Instant,
});
export type WipeView = z.infer<typeof WipeView>;

/** Counts the posts that a wipe would hide. @throws `not_found` */
export const wipePreview = query('wipe-preview', ofAccount.shape, { counts: WipeCounts });
/**
 * Returns as soon as no read shows the posts. @throws `forbidden` for a protected account, `conflict` during another
 * wipe
 */
export const startWipe = command('start-wipe', ofAccount.shape, { wipeId: Id, counts: WipeCounts, undoUntil: Instant });
export const wipe = query('wipe', ofWipe.shape, { wipe: WipeView });
export const wipes = query('wipes', { limit: integer(1, 100) }, { wipes: z.array(WipeView) });
/** Restores exactly the posts of the wipe. @throws `conflict` for a repeat, or after 72 hours */
export const undoWipe = command('undo-wipe', ofWipe.shape, { wipe: WipeView });

export const AuditAct = z.enum([...NotedAct.options, 'report-resolved', 'wipe-started', 'wipe-undone']);
export type AuditAct = z.infer<typeof AuditAct>;

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  act: AuditAct,
  actorId: z.nullable(Id),
  subjectId: z.nullable(Id),
  contentType: z.nullable(ReportedType),
  contentId: z.nullable(Id),
  reportId: z.nullable(Id),
  wipeId: z.nullable(Id),
  role: z.nullable(Role),
  amount: z.nullable(integer()),
  xpEntryId: z.nullable(Id),
  target: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The audit, newest first. `before` is the id of the last entry of the previous page. */
export const audit = query(
  'audit',
  { before: z.nullable(Id), limit: integer(1, 500) },
  { entries: z.array(AuditEntry) },
  operatorsOnly,
);

/** Records maintenance in the audit, before an operator program does it. A repeated `entryId` is ignored. */
export const noteMaintenance = command(
  'note-maintenance',
  { entryId: Id, act: z.enum(maintenanceActs), target: z.string().check(z.maxLength(500)) },
  {},
  serviceNames,
);
