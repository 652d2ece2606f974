import { ReportFiled, ReportResolved } from '@hearsay/contracts';
import { eventsOf, insertRows, type ReadModel, updateRows } from '@hearsay/event-store';

export const reportRows: ReadModel<typeof ReportFiled | typeof ReportResolved> = {
  name: 'moderation.reports',
  events: [ReportFiled, ReportResolved],
  tables: ['reports'],
  async apply(tx, events) {
    const filed = eventsOf(events, ReportFiled).map(({ data: { reportId, ...report }, meta }) => ({
      id: reportId,
      ...report,
      filedAt: meta.occurredAt,
    }));
    await insertRows(tx, 'reports', filed);
    const resolved = eventsOf(events, ReportResolved).map(({ data: { reportId, reviewerId }, meta }) => ({
      id: reportId,
      reviewerId,
      resolvedAt: meta.occurredAt,
    }));
    await updateRows(tx, 'reports', 'id', resolved);
  },
};
