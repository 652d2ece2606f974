import { ReportFiled, ReportResolved } from '@hearsay/contracts';
import { eventsOf, type Projector } from '@hearsay/event-store';

/** Which reports are resolved, and who signed what they are about. A report's two events follow one another on one stream. */
export const reportsProjector: Projector<typeof ReportFiled | typeof ReportResolved> = {
  kind: 'projector',
  name: 'reports',
  source: 'moderation',
  events: [ReportFiled, ReportResolved],
  tables: ['reports'],
  async apply(tx, events) {
    const filed = eventsOf(events, ReportFiled);
    await tx.query(
      `insert into reports (report_id, content_id, author_id) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) on conflict do nothing`,
      [
        filed.map(({ data }) => data.reportId),
        filed.map(({ data }) => data.contentId),
        filed.map(({ data }) => data.owner.accountId),
      ],
    );
    const resolved = eventsOf(events, ReportResolved);
    await tx.query('update reports set is_resolved = true where report_id = any($1)', [
      resolved.map(({ data }) => data.reportId),
    ]);
  },
};
