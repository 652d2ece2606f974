import { ReportFiled, ReportResolved } from '@hearsay/contracts';
import { eventsOf, type ReadModel } from '@hearsay/event-store';

/** Every report, open and resolved. Its words are texts beside the log. */
export const reportRows: ReadModel<typeof ReportFiled | typeof ReportResolved> = {
  name: 'moderation.reports',
  events: [ReportFiled, ReportResolved],
  tables: ['reports'],
  async apply(tx, events) {
    const filed = eventsOf(events, ReportFiled);
    const resolved = eventsOf(events, ReportResolved);
    if (filed.length > 0) {
      await tx.query(
        `insert into reports (id, reporter_id, content_type, content_id, question_id, owner, reason_text_id, preview_text_id, filed_at)
         select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::jsonb[], $7::uuid[], $8::uuid[], $9::timestamptz[])`,
        [
          filed.map(({ data }) => data.reportId),
          filed.map(({ data }) => data.reporterId),
          filed.map(({ data }) => data.contentType),
          filed.map(({ data }) => data.contentId),
          filed.map(({ data }) => data.questionId),
          filed.map(({ data }) => JSON.stringify(data.owner)),
          filed.map(({ data }) => data.reasonTextId),
          filed.map(({ data }) => data.previewTextId),
          filed.map(({ meta }) => meta.occurredAt),
        ],
      );
    }
    if (resolved.length > 0) {
      await tx.query(
        `update reports set reviewer_id = outcome.reviewer_id, resolved_at = outcome.resolved_at
         from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as outcome (id, reviewer_id, resolved_at) where reports.id = outcome.id`,
        [
          resolved.map(({ data }) => data.reportId),
          resolved.map(({ data }) => data.reviewerId),
          resolved.map(({ meta }) => meta.occurredAt),
        ],
      );
    }
  },
};
