import { type ContentType, type LiveReport, liveSubjects, ReportResolved } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { keptAfterResolvingMs } from './keep-words.decider.js';
import { reportAggregate } from './report.aggregates.js';
import type { ErasureRow } from './report.sql.js';

export interface ResolveReport {
  readonly reportId: string;
  readonly pairId: string;
  readonly reporterId: string;
  /** Null where the author is anonymous. */
  readonly authorId: string | null;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly questionId: string;
  readonly reviewerId: string;
}

/** Resolving what is resolved changes nothing. The words go 30 days later. */
export const resolveReport: CommandDefinition<ResolveReport, Record<string, never>, typeof ReportResolved> = {
  type: 'resolve-report',

  plan: ({ pairId }) => ({ aggregates: { [reportAggregate.name]: [pairId] } }),

  decide({ pairId, authorId, ...resolved }, view, { now }) {
    const { reportId, reporterId, questionId } = resolved;
    if (view.state(reportAggregate, pairId).openReportId !== reportId) return { events: [], result: {} };
    const erasure: ErasureRow = { reportId, dueAt: new Date(Date.parse(now) + keptAfterResolvingMs).toISOString() };
    return {
      events: [newEvent(ReportResolved, resolved, { aggregate: reportAggregate, key: pairId, routingId: questionId })],
      rows: { erasures: [erasure] },
      live: [{ subject: liveSubjects.reports, data: { reportId, reporterId, authorId } satisfies LiveReport }],
      result: {},
    };
  },
};
