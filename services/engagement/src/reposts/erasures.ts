import { inTransaction, type Transaction, withRows } from '@hearsay/event-store';
import type pg from 'pg';
import { deleteRepostErasures } from './repost.sql.js';

const batchSize = 100;

/** Erases a batch of due words. True if a batch was full, so that more may be due. */
export const eraseRepostTexts = async (pool: pg.Pool): Promise<boolean> =>
  (await inTransaction(pool, eraseTextsOfReposts)) || inTransaction(pool, eraseTextsOfContents);

/** Locks the reposts, so that a concurrent restoration either comes first and keeps the words, or finds them erased. */
const eraseTextsOfReposts = async (tx: Transaction): Promise<boolean> => {
  const { rows } = await tx.query<{ repostId: string; removalId: string }>(
    `select repost_id as "repostId", removal_id as "removalId" from repost_erasures where due_at <= now() order by due_at limit $1 for update skip locked`,
    [batchSize],
  );
  await withRows(
    tx,
    'repost_erasures',
    rows,
    (due) => `with due as (select * from ${due}),
       gone as (select r.text_id from reposts r join due on r.repost_id = due.repost_id and r.removal_id = due.removal_id for update of r)
     delete from texts where id in (select text_id from gone)`,
  );
  await deleteRepostErasures(tx, rows);
  return rows.length === batchSize;
};

/**
 * Locks contents and their erasures in one statement, and skips rows that `contentsProjector` has locked. So the two
 * cannot deadlock. The next sweep erases the skipped words.
 */
const eraseTextsOfContents = async (tx: Transaction): Promise<boolean> => {
  const { rows } = await tx.query<{ content_id: string; is_gone: boolean }>(
    `select c.content_id, c.is_removed and c.removals = e.removals as is_gone
     from content_erasures e join contents c on c.content_id = e.content_id
     where e.due_at <= now() order by e.due_at limit $1 for update skip locked`,
    [batchSize],
  );
  await tx.query(
    `delete from texts where id in (
       select r.text_id from reposts r join contents c on r.question_id = c.question_id
       where c.content_id = any($1) and (c.content_type <> 'discussion' or r.content_id = c.content_id))`,
    [rows.flatMap(({ content_id, is_gone }) => (is_gone ? [content_id] : []))],
  );
  await tx.query('delete from content_erasures where content_id = any($1)', [rows.map(({ content_id }) => content_id)]);
  return rows.length === batchSize;
};
