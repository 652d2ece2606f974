import { type ContentPreview, Refusal, type ReportedContent, ReportFiled } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import type { TextRow } from '@hearsay/service-runtime';
import { reportAggregate } from './report.aggregates.js';
import type { LockedReportRow } from './report.sql.js';

export interface FileReport {
  readonly reportId: string;
  readonly pairId: string;
  readonly reporterId: string;
  /** As everybody could read it when it was reported. */
  readonly content: ReportedContent;
  readonly reason: string;
  readonly reasonTextId: string;
  readonly previewTextId: string;
}

export const previewWords = (preview: ContentPreview): string => JSON.stringify(preview);

/** One open report a person and content. @throws Refusal `already_reported`, `forbidden` for one's own content */
export const fileReport: CommandDefinition<FileReport, { readonly reportId: string }, typeof ReportFiled> = {
  type: 'file-report',

  plan: ({ pairId }) => ({ aggregates: { [reportAggregate.name]: [pairId] } }),

  decide(input, view) {
    const { reportId, pairId, reporterId, content, reason, reasonTextId, previewTextId } = input;
    if (content.isMine) throw new Refusal('forbidden', 'You cannot report your own content');
    if (view.state(reportAggregate, pairId).openReportId !== null) throw new Refusal('already_reported');
    const { contentType, contentId, questionId, owner } = content;
    const texts: TextRow[] = [
      { id: reasonTextId, words: reason },
      { id: previewTextId, words: previewWords(content.preview) },
    ];
    const locked: LockedReportRow[] = content.isLocked
      ? [{ reportId, contentType, contentId, questionId, previewTextId }]
      : [];
    return {
      events: [
        newEvent(
          ReportFiled,
          { reportId, reporterId, contentType, contentId, questionId, owner, reasonTextId, previewTextId },
          { aggregate: reportAggregate, key: pairId, routingId: questionId },
        ),
      ],
      rows: { texts, locked },
      result: { reportId },
    };
  },
};
