import type { ContentType } from '@hearsay/contracts';
import { type RowWriter, rowsInserter, withRows } from '@hearsay/event-store';

export interface LockedReportRow {
  readonly reportId: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly questionId: string;
  readonly previewTextId: string;
}

export interface OpenedPreview {
  readonly reportId: string;
  readonly words: string;
}

export const writeLockedReports: RowWriter = rowsInserter('locked_reports');

/** Replaces only previews that are still locked, so that erased texts stay erased. */
export const writeOpenedPreviews: RowWriter = async (tx, rows) => {
  await withRows(
    tx,
    'report_id uuid, words text',
    rows,
    (given) => `with unlocked as (
       delete from locked_reports using ${given}
       where locked_reports.report_id = given.report_id returning locked_reports.preview_text_id, given.words
     )
     update texts set words = unlocked.words from unlocked where texts.id = unlocked.preview_text_id`,
  );
};

export const writeDueErasures: RowWriter = rowsInserter('erasures', 'on conflict (report_id) do nothing');

export const deleteReportTexts: RowWriter = async (tx, rows) => {
  const ids = [(rows as readonly { reportId: string }[]).map(({ reportId }) => reportId)];
  await tx.query(
    `delete from texts where id in (
       select unnest(array[reason_text_id, preview_text_id]) from reports where id = any($1)
     )`,
    ids,
  );
  await tx.query('delete from locked_reports where report_id = any($1)', ids);
  await tx.query('delete from erasures where report_id = any($1)', ids);
};
