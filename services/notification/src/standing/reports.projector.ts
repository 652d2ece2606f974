import { ReportFiled, ReportResolved } from '@hearsay/contracts';
import { eventsOf, insertRows, type Projector, updateRows } from '@hearsay/event-store';

/** Resolved reports and the named authors of their content. Both events of a report are on one stream. */
export const reportsProjector: Projector<typeof ReportFiled | typeof ReportResolved> = {
  kind: 'projector',
  name: 'reports',
  source: 'moderation',
  events: [ReportFiled, ReportResolved],
  tables: ['reports'],
  async apply(tx, events) {
    const filed = eventsOf(events, ReportFiled).map(({ data: { reportId, contentId, owner } }) => ({
      reportId,
      contentId,
      authorId: owner.accountId,
      isResolved: false,
    }));
    await insertRows(tx, 'reports', filed, 'on conflict do nothing');
    const resolved = eventsOf(events, ReportResolved).map(({ data: { reportId } }) => ({ reportId, isResolved: true }));
    await updateRows(tx, 'reports', 'report_id', resolved);
  },
};
