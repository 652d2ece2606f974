import { ReportFiled, ReportResolved } from '@hearsay/contracts';
import { streamAggregate } from '@hearsay/event-store';

/** One person's reports of one content, of which one can be open. */
export interface ReportPair {
  readonly openReportId: string | null;
}

/** Key: the pair (reporter, content), see `reportPairOf`. */
export const reportAggregate = streamAggregate<ReportPair, typeof ReportFiled | typeof ReportResolved>(
  'report',
  [ReportFiled, ReportResolved],
  () => ({ openReportId: null }),
  (_pair, event) => ({ openReportId: event.type === ReportFiled.type ? event.data.reportId : null }),
);
