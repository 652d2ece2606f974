import {
  type ContentPreview,
  type ContentRef,
  type ContentType,
  contentKey,
  type Owner,
  type ReportStatus,
  type ReportView,
} from '@hearsay/contracts';
import { type DueRow, fitting, uuidv8 } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { LockedReportRow } from './report.sql.js';

export const reportPairOf = (reporterId: string, content: ContentRef): string =>
  uuidv8(`report|${reporterId}|${contentKey(content)}`);

const mostDue = 1000;

const nothing: ContentPreview = { title: null, description: null, content: null, mediaType: null };

interface Row {
  readonly id: string;
  readonly reporter_id: string;
  readonly content_type: ContentType;
  readonly content_id: string;
  readonly question_id: string;
  readonly owner: Owner;
  readonly reason: string | null;
  readonly preview: string | null;
  readonly is_removed: boolean;
  readonly filed_at: Date;
  readonly reviewer_id: string | null;
  readonly resolved_at: Date | null;
}

const columns = `r.id, r.reporter_id, r.content_type, r.content_id, r.question_id, r.owner, reason.words as reason, preview.words as preview,
  exists (select from removed_contents gone where gone.content_id in (r.content_id, r.question_id) and gone.is_removed) as is_removed,
  r.filed_at, r.reviewer_id, r.resolved_at`;
const texts = `left join texts reason on reason.id = r.reason_text_id
  left join texts preview on preview.id = r.preview_text_id`;

/** Reports that an ambassador ($1) may see. Those about their own named posts are left out. */
const isKnownTo = `($1::text is null or r.owner ->> 'accountId' is distinct from $1)`;

const viewOf = (row: Row): ReportView => ({
  id: row.id,
  contentType: row.content_type,
  contentId: row.content_id,
  reporterId: row.owner.accountId === null ? null : row.reporter_id,
  authorId: row.owner.accountId,
  reason: row.reason,
  preview: row.preview === null ? nothing : (JSON.parse(row.preview) as ContentPreview),
  isRemoved: row.is_removed,
  createdAt: row.filed_at.toISOString(),
  status: row.resolved_at === null ? 'pending' : 'resolved',
  reviewerId: row.reviewer_id,
  resolvedAt: row.resolved_at?.toISOString() ?? null,
});

export class ReportQueries {
  constructor(private readonly pool: pg.Pool) {}

  async find(
    id: string,
  ): Promise<{ view: ReportView; reporterId: string; questionId: string; owner: Owner } | undefined> {
    const { rows } = await this.pool.query<Row>(`select ${columns} from reports r ${texts} where r.id = $1`, [id]);
    const [row] = rows;
    return row && { view: viewOf(row), reporterId: row.reporter_id, questionId: row.question_id, owner: row.owner };
  }

  /** Newest first. An unknown `before` ends the list. */
  async list(
    wanted: { status: ReportStatus; before: string | null; limit: number },
    ambassadorId: string | null,
  ): Promise<ReportView[]> {
    const order = wanted.status === 'pending' ? 'filed_at' : 'resolved_at';
    const { rows } = await this.pool.query<Row>(
      `select ${columns} from (
         select * from reports r where r.resolved_at is ${wanted.status === 'pending' ? 'null' : 'not null'} and ${isKnownTo}
           and ($2::uuid is null or (r.${order}, r.id) < (select last.${order}, last.id from reports last where last.id = $2))
         order by r.${order} desc, r.id desc limit $3
       ) r ${texts} order by r.${order} desc, r.id desc`,
      [ambassadorId, wanted.before, wanted.limit],
    );
    return fitting(rows.map(viewOf));
  }

  async countPending(ambassadorId: string | null): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*) as count from reports r where r.resolved_at is null and ${isKnownTo}`,
      [ambassadorId],
    );
    return rows[0]?.count ?? 0;
  }

  async hasOpenReport({ contentType, contentId }: ContentRef): Promise<boolean> {
    const { rows } = await this.pool.query(
      'select 1 from reports where content_id = $1 and content_type = $2 and resolved_at is null limit 1',
      [contentId, contentType],
    );
    return rows.length > 0;
  }

  async lockedUnder(questionId: string): Promise<LockedReportRow[]> {
    const { rows } = await this.pool.query<LockedReportRow>(
      `select report_id as "reportId", content_type as "contentType", content_id as "contentId", question_id as "questionId",
         preview_text_id as "previewTextId"
       from locked_reports where question_id = $1 order by report_id`,
      [questionId],
    );
    return rows;
  }

  async concerning(accountId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from reports where reporter_id = $1 union select id from reports where owner ->> 'accountId' = $1::text`,
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  async dueErasures(): Promise<DueRow[]> {
    const { rows } = await this.pool.query<{ id: string; due_at: Date }>(
      'select report_id as id, due_at from erasures order by due_at limit $1',
      [mostDue],
    );
    return rows.map(({ id, due_at }) => ({ id, dueAt: due_at.toISOString() }));
  }
}
