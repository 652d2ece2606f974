import { inTransaction } from '@hearsay/event-store';
import type pg from 'pg';

const batchSize = 100;

/** Erases the previews of removed content, also in open reports. Returns true if more erasures may be due. */
export const eraseReportedWords = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'select content_id as id from word_erasures where due_at <= now() order by due_at limit $1 for update skip locked',
      [batchSize],
    );
    const contentIds = [rows.map(({ id }) => id)];
    // If a question is removed, the reported words of its replies are erased too.
    const gone = await tx.query<{ id: string }>(
      'select id from reports where content_id = any($1) union select id from reports where question_id = any($1)',
      contentIds,
    );
    const reportIds = [gone.rows.map(({ id }) => id)];
    await tx.query('delete from texts where id in (select preview_text_id from reports where id = any($1))', reportIds);
    await tx.query('delete from locked_reports where report_id = any($1)', reportIds);
    await tx.query('delete from word_erasures where content_id = any($1)', contentIds);
    return rows.length === batchSize;
  });
