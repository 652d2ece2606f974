import { inTransaction, type RowWriter } from '@hearsay/event-store';
import { rowsInserter } from '@hearsay/service-runtime';
import type pg from 'pg';

interface Erasure {
  readonly contentType: string;
  readonly contentId: string;
  readonly removalId: string;
  readonly dueAt: string;
}

/** When the words of removed content are due to go. */
export const writeErasures = rowsInserter<Erasure>('erasures', {
  contentType: 'text',
  contentId: 'uuid',
  removalId: 'uuid',
  dueAt: 'timestamptz',
});

/** Restored content keeps its words. */
export const strikeErasures: RowWriter = async (tx, rows) => {
  const kept = rows as readonly Pick<Erasure, 'contentId' | 'removalId'>[];
  await tx.query(
    `delete from erasures using unnest($1::uuid[], $2::uuid[]) as kept (content_id, removal_id)
     where erasures.content_id = kept.content_id and erasures.removal_id = kept.removal_id`,
    [kept.map(({ contentId }) => contentId), kept.map(({ removalId }) => removalId)],
  );
};

/** How many removals lose their words in one transaction. */
const chunk = 100;

/**
 * Erases the words of what has been removed for long enough, for good. True: there may be more.
 * Posts of a hiding that is shown again keep their words until they are back and strike their erasures.
 */
export const eraseWords = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ content_id: string; removal_id: string }>(
      `select content_id, removal_id from erasures where due_at <= now() and content_type in ('question', 'discussion')
         and not exists (select from hidings h where h.removal_id = erasures.removal_id and h.is_shown)
       order by content_id limit $1 for update skip locked`,
      [chunk],
    );
    const values = [rows.map(({ content_id }) => content_id), rows.map(({ removal_id }) => removal_id)];
    // Locked, so that what comes back at this very moment keeps its words or has lost them before; a question's replies go with it.
    await tx.query(
      `with due as (select * from unnest($1::uuid[], $2::uuid[]) as due (content_id, removal_id)),
         gone_questions as (select q.* from questions q join due on q.id = due.content_id and q.removal_id = due.removal_id for update of q),
         gone_replies as (select r.* from replies r join due on r.id = due.content_id and r.removal_id = due.removal_id for update of r)
       delete from texts where id in (
         select title_text_id from gone_questions union all select description_text_id from gone_questions
         union all select text_id from gone_replies
         union all select r.text_id from replies r join gone_questions q on q.id = r.question_id)`,
      values,
    );
    await tx.query(
      `delete from erasures using unnest($1::uuid[], $2::uuid[]) as done (content_id, removal_id)
       where erasures.content_id = done.content_id and erasures.removal_id = done.removal_id`,
      values,
    );
    return rows.length === chunk;
  });
