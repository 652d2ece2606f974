import type { ContentType } from '@hearsay/contracts';
import type { RowWriter } from '@hearsay/event-store';

export interface TextRow {
  readonly id: string;
  readonly words: string;
}

/** A report of words that a threshold keeps back. */
export interface LockedReportRow {
  readonly reportId: string;
  readonly contentType: ContentType;
  readonly contentId: string;
  readonly questionId: string;
  readonly previewTextId: string;
}

/** Words that a threshold kept back when they were reported, and that everybody may read now. */
export interface OpenedWords {
  readonly reportId: string;
  readonly words: string;
}

/** When the words of a report have to go. */
export interface ErasureRow {
  readonly reportId: string;
  /** ISO instant. */
  readonly dueAt: string;
}

export const writeTexts: RowWriter = async (tx, rows) => {
  const texts = rows as readonly TextRow[];
  await tx.query('insert into texts (id, words) select * from unnest($1::uuid[], $2::text[])', [
    texts.map(({ id }) => id),
    texts.map(({ words }) => words),
  ]);
};

export const writeLocked: RowWriter = async (tx, rows) => {
  const locked = rows as readonly LockedReportRow[];
  await tx.query(
    `insert into locked_reports (report_id, content_type, content_id, question_id, preview_text_id)
     select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[])`,
    [
      locked.map(({ reportId }) => reportId),
      locked.map(({ contentType }) => contentType),
      locked.map(({ contentId }) => contentId),
      locked.map(({ questionId }) => questionId),
      locked.map(({ previewTextId }) => previewTextId),
    ],
  );
};

/** Only what is still locked is written: a text that is erased stays so. */
export const writeOpened: RowWriter = async (tx, rows) => {
  const opened = rows as readonly OpenedWords[];
  await tx.query(
    `with unlocked as (
       delete from locked_reports using unnest($1::uuid[], $2::text[]) as opened (report_id, words)
       where locked_reports.report_id = opened.report_id returning locked_reports.preview_text_id, opened.words
     )
     update texts set words = unlocked.words from unlocked where texts.id = unlocked.preview_text_id`,
    [opened.map(({ reportId }) => reportId), opened.map(({ words }) => words)],
  );
};

export const writeErasures: RowWriter = async (tx, rows) => {
  const erasures = rows as readonly ErasureRow[];
  await tx.query(
    'insert into erasures (report_id, due_at) select * from unnest($1::uuid[], $2::timestamptz[]) on conflict (report_id) do nothing',
    [erasures.map(({ reportId }) => reportId), erasures.map(({ dueAt }) => dueAt)],
  );
};

export const strikeErased: RowWriter = async (tx, rows) => {
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
