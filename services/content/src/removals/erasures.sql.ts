import { inTransaction, type RowWriter, rowsDeleter } from '@hearsay/event-store';
import type pg from 'pg';

export const deleteErasures: RowWriter = rowsDeleter('erasures', 'content_id', 'removal_id');

const chunk = 100;

/**
 * Erases words that are due. Skips posts of a hiding that is being undone, because each restored post deletes its row
 * in `erasures`. Returns true if more words may be due.
 */
export const eraseWords = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ contentId: string; removalId: string }>(
      `select content_id as "contentId", removal_id as "removalId" from erasures
       where due_at <= now() and content_type in ('question', 'discussion')
         and not exists (select from hidings h where h.removal_id = erasures.removal_id and h.is_shown)
       order by content_id limit $1 for update skip locked`,
      [chunk],
    );
    // Locks the content, so that a concurrent restoration either comes first and keeps the words, or finds them erased.
    // If the words of a question are erased, those of its replies are erased too.
    await tx.query(
      `with due as (select * from unnest($1::uuid[], $2::uuid[]) as due (content_id, removal_id)),
         gone_questions as (select q.* from questions q join due on q.id = due.content_id and q.removal_id = due.removal_id for update of q),
         gone_replies as (select r.* from replies r join due on r.id = due.content_id and r.removal_id = due.removal_id for update of r),
         gone_receipts as (delete from receipts where question_id in (select id from gone_questions))
       delete from texts where id in (
         select title_text_id from gone_questions union all select description_text_id from gone_questions
         union all select text_id from gone_replies
         union all select r.text_id from replies r join gone_questions q on q.id = r.question_id)`,
      [rows.map(({ contentId }) => contentId), rows.map(({ removalId }) => removalId)],
    );
    await deleteErasures(tx, rows);
    return rows.length === chunk;
  });
