import { inTransaction } from '@hearsay/event-store';
import type { DueJob } from '@hearsay/service-runtime';
import type pg from 'pg';
import { erasureJob } from '../due-work.js';
import type { HidingQueries } from '../hidings/hiding.queries.js';

/** How many removals lose their words in one transaction. */
const chunk = 100;

/**
 * Erases the words of what has been removed for long enough, for good. It can be killed anywhere and goes on with what is left. What is on its way back
 * is left alone until it arrives and strikes its erasure: the posts of a hiding that is shown again, and anonymous ones of which a sealed plan says so.
 */
export class Erasures {
  constructor(
    private readonly pool: pg.Pool,
    private readonly hidings: Pick<HidingQueries, 'returningUnnamed'>,
  ) {}

  async due(): Promise<DueJob[]> {
    const { rows } = await this.pool.query<{ due_at: Date }>(
      `select due_at from erasures where removal_id <> all($1::uuid[])
         and not exists (select from hidings h where h.removal_id = erasures.removal_id and h.is_shown)
       order by due_at limit 1`,
      [await this.hidings.returningUnnamed()],
    );
    return rows.map(({ due_at }) => erasureJob(due_at.toISOString()));
  }

  async run(): Promise<void> {
    for (let isDone = false; !isDone; ) {
      const returning = await this.hidings.returningUnnamed();
      isDone = await inTransaction(this.pool, (tx) => this.#eraseSome(tx, returning));
    }
  }

  async #eraseSome(tx: Pick<pg.ClientBase, 'query'>, returning: readonly string[]): Promise<boolean> {
    const { rows } = await tx.query<{ content_id: string; removal_id: string }>(
      `select content_id, removal_id from erasures where due_at <= now() and content_type in ('question', 'discussion')
         and removal_id <> all($1::uuid[]) and not exists (select from hidings h where h.removal_id = erasures.removal_id and h.is_shown)
       order by content_id limit $2 for update skip locked`,
      [returning, chunk],
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
    return rows.length < chunk;
  }
}
