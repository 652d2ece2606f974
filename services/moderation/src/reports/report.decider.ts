import {
  type ContentPreview,
  type EventData,
  type LiveReport,
  liveSubjects,
  Refusal,
  type ReportedContent,
  type ReportedRef,
  ReportFiled,
  ReportResolved,
} from '@hearsay/contracts';
import { type CommandDefinition, newEvent, rowsCommand, streamAggregate } from '@hearsay/event-store';
import type { TextRow } from '@hearsay/service-runtime';
import type { LockedReportRow, OpenedPreview } from './report.sql.js';

/** The state of a pair of reporter and content: the id of the open report, or null. */
export const reportAggregate = streamAggregate<string | null, typeof ReportFiled | typeof ReportResolved>(
  'report',
  [ReportFiled, ReportResolved],
  () => null,
  (_, event) => (event.type === ReportFiled.type ? event.data.reportId : null),
);

/** The reported content, or the reported person as their profile shows them. */
export type ReportedSubject = Omit<ReportedContent, 'contentType'> & ReportedRef;

export interface FileReport {
  readonly reportId: string;
  readonly pairId: string;
  readonly reporterId: string;
  /** The content as a visitor (not signed in) saw it when the report was filed. */
  readonly content: ReportedSubject;
  readonly reason: string;
  readonly reasonTextId: string;
  readonly previewTextId: string;
}

const ownReportMessages = {
  user: 'You cannot report yourself',
  content: 'You cannot report your own content',
} as const;

export const previewAsText = (preview: ContentPreview): string => JSON.stringify(preview);

/** @throws Refusal `already_reported`, `forbidden` for own content */
export const fileReport: CommandDefinition<FileReport, { readonly reportId: string }, typeof ReportFiled> = {
  type: 'file-report',

  plan: ({ pairId }) => ({ aggregates: { [reportAggregate.name]: [pairId] } }),

  decide(input, view) {
    const { reportId, pairId, reporterId, content, reason, reasonTextId, previewTextId } = input;
    if (content.isMine)
      throw new Refusal('forbidden', ownReportMessages[content.contentType === 'user' ? 'user' : 'content']);
    if (view.state(reportAggregate, pairId) !== null) throw new Refusal('already_reported');
    const { contentType, contentId, questionId, owner } = content;
    const texts: TextRow[] = [
      { id: reasonTextId, words: reason },
      { id: previewTextId, words: previewAsText(content.preview) },
    ];
    const locked: LockedReportRow[] =
      content.isLocked && contentType !== 'user'
        ? [{ reportId, contentType, contentId, questionId, previewTextId }]
        : [];
    return {
      events: [
        newEvent(
          ReportFiled,
          { reportId, reporterId, contentType, contentId, questionId, owner, reasonTextId, previewTextId },
          { aggregate: reportAggregate, key: pairId },
        ),
      ],
      rows: { texts, locked },
      result: { reportId },
    };
  },
};

const eraseAfterResolvingMs = 30 * 24 * 3_600_000;

/** Erases reasons and previews. The reports stay. */
export const eraseReportTexts = rowsCommand(
  'erase-words',
  ({ reportIds }: { readonly reportIds: readonly string[] }) => ({
    erased: reportIds.map((reportId) => ({ reportId })),
  }),
);

/** Replaces previews of locked content by its words, once these are open. */
export const replaceOpenedPreviews = rowsCommand(
  'keep-opened-words',
  ({ opened }: { readonly opened: readonly OpenedPreview[] }) => ({ opened }),
);

export type ResolveReport = EventData<typeof ReportResolved> & {
  readonly pairId: string;
  readonly authorId: string | null;
};

export const resolveReport: CommandDefinition<ResolveReport, Record<string, never>, typeof ReportResolved> = {
  type: 'resolve-report',

  plan: ({ pairId }) => ({ aggregates: { [reportAggregate.name]: [pairId] } }),

  decide({ pairId, authorId, ...resolved }, view, { now }) {
    const { reportId, reporterId } = resolved;
    if (view.state(reportAggregate, pairId) !== reportId) return { events: [], result: {} };
    const dueAt = new Date(Date.parse(now) + eraseAfterResolvingMs).toISOString();
    return {
      events: [newEvent(ReportResolved, resolved, { aggregate: reportAggregate, key: pairId })],
      rows: { erasures: [{ reportId, dueAt }] },
      live: [{ subject: liveSubjects.reports, data: { reportId, reporterId, authorId } satisfies LiveReport }],
      result: {},
    };
  },
};
