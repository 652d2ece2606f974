import {
  type ContentPreview,
  type ContentRef,
  contentKey,
  type Owner,
  type ReportedRef,
  type ReportStatus,
  type ReportView,
} from '@hearsay/contracts';
import { type DueRow, dueInMs, uuidv8, viewsWithinBytes } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { LockedReportRow } from './report.sql.js';

export const reportPairIdOf = (reporterId: string, content: ReportedRef): string =>
  uuidv8(`report|${reporterId}|${contentKey(content)}`);

const maxDueRows = 1000;

const emptyPreview: ContentPreview = { title: null, description: null, content: null, mediaType: null };

interface Row extends Pick<ReportView, 'id' | 'contentType' | 'contentId' | 'reason' | 'isRemoved' | 'reviewerId'> {
  readonly reporterId: string;
  readonly questionId: string;
  readonly owner: Owner;
  readonly preview: string | null;
  readonly filedAt: string;
  readonly resolvedAt: string | null;
}

const columns = `r.id, r.reporter_id as "reporterId", r.content_type as "contentType", r.content_id as "contentId", r.question_id as "questionId",
  r.owner, reason.words as reason, preview.words as preview,
  exists (select from removed_contents gone where gone.content_id in (r.content_id, r.question_id) and gone.is_removed) as "isRemoved",
  r.filed_at as "filedAt", r.reviewer_id as "reviewerId", r.resolved_at as "resolvedAt"`;
const texts = `left join texts reason on reason.id = r.reason_text_id
  left join texts preview on preview.id = r.preview_text_id`;

/** False for reports about named posts of the ambassador $1. Ambassadors must not see reports about their own posts. */
const isVisibleToAmbassador = `($1::text is null or r.owner ->> 'accountId' is distinct from $1)`;

const viewOf = ({ reporterId, questionId: _, owner, preview, filedAt, resolvedAt, ...row }: Row): ReportView => ({
  ...row,
  reporterId: owner.accountId === null ? null : reporterId,
  authorId: owner.accountId,
  preview: preview === null ? emptyPreview : (JSON.parse(preview) as ContentPreview),
  createdAt: filedAt,
  status: resolvedAt === null ? 'pending' : 'resolved',
  resolvedAt,
});

export class ReportQueries {
  constructor(private readonly pool: pg.Pool) {}

  async find(
    id: string,
  ): Promise<(Pick<Row, 'reporterId' | 'questionId' | 'owner'> & { view: ReportView }) | undefined> {
    const { rows } = await this.pool.query<Row>(`select ${columns} from reports r ${texts} where r.id = $1`, [id]);
    return rows[0] && { ...rows[0], view: viewOf(rows[0]) };
  }

  /** Returns the reports before `before`, newest first. An unknown `before` returns an empty list. */
  async list(
    wanted: { status: ReportStatus; before: string | null; limit: number },
    ambassadorId: string | null,
  ): Promise<ReportView[]> {
    const order = wanted.status === 'pending' ? 'filed_at' : 'resolved_at';
    const { rows } = await this.pool.query<Row>(
      `select ${columns} from (
         select * from reports r where r.resolved_at is ${wanted.status === 'pending' ? 'null' : 'not null'} and ${isVisibleToAmbassador}
           and ($2::uuid is null or (r.${order}, r.id) < (select last.${order}, last.id from reports last where last.id = $2))
         order by r.${order} desc, r.id desc limit $3
       ) r ${texts} order by r.${order} desc, r.id desc`,
      [ambassadorId, wanted.before, wanted.limit],
    );
    return viewsWithinBytes(rows.map(viewOf));
  }

  /** Leaves out reports about the ambassador's own named posts. With null, counts all. */
  async countPending(ambassadorId: string | null): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*) as count from reports r where r.resolved_at is null and ${isVisibleToAmbassador}`,
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

  /** Reports under the question that were filed while their content was locked, and still have locked previews. */
  async lockedReportsUnder(questionId: string): Promise<LockedReportRow[]> {
    const { rows } = await this.pool.query<LockedReportRow>(
      `select report_id as "reportId", content_type as "contentType", content_id as "contentId", question_id as "questionId",
         preview_text_id as "previewTextId"
       from locked_reports where question_id = $1 order by report_id`,
      [questionId],
    );
    return rows;
  }

  /** Includes the reports that this account has filed. */
  async reportIdsAbout(accountId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from reports where reporter_id = $1 union select id from reports where owner ->> 'accountId' = $1::text`,
      [accountId],
    );
    return rows.map(({ id }) => id);
  }

  /** The next erasures, also those that are not due yet. */
  async dueErasures(): Promise<DueRow[]> {
    const { rows } = await this.pool.query<DueRow>(
      `select report_id as id, ${dueInMs} as "dueInMs" from erasures order by due_at limit $1`,
      [maxDueRows],
    );
    return rows;
  }
}
