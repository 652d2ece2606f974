import { inTransaction } from '@hearsay/event-store';
import type { Logger } from '@hearsay/service-runtime';
import type pg from 'pg';

/** How often it is looked for what is due. */
const sweepEveryMs = 60_000;
/** How many removals lose their words in one transaction. */
const chunk = 100;

type Statements = Pick<pg.ClientBase, 'query'>;

/**
 * Erases for good the words of reposts that were taken back, or whose content was removed, so long ago that nothing undoes it. The rows say what is due; a sweep that was cut
 * is done again, and several at a time do no harm.
 */
export class Erasures {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.run().catch((err: unknown) => this.log.warn({ err }, 'Words of reposts could not be erased'));
    }, sweepEveryMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async run(): Promise<void> {
    for (const eraseSome of [ofReposts, ofContents]) {
      for (let isDone = false; !isDone; ) isDone = await inTransaction(this.pool, eraseSome);
    }
  }
}

/** Reposts are locked, so that what comes back at this very moment keeps its words or has lost them before. */
const ofReposts = async (tx: Statements): Promise<boolean> => {
  const { rows } = await tx.query<{ repost_id: string; removal_id: string }>(
    `select repost_id, removal_id from repost_erasures where due_at <= now() order by due_at limit $1 for update skip locked`,
    [chunk],
  );
  const values = [rows.map(({ repost_id }) => repost_id), rows.map(({ removal_id }) => removal_id)];
  await tx.query(
    `with due as (select * from unnest($1::uuid[], $2::uuid[]) as due (repost_id, removal_id)),
       gone as (select r.text_id from reposts r join due on r.repost_id = due.repost_id and r.removal_id = due.removal_id for update of r)
     delete from texts where id in (select text_id from gone)`,
    values,
  );
  await tx.query(
    `delete from repost_erasures using unnest($1::uuid[], $2::uuid[]) as done (repost_id, removal_id)
     where repost_erasures.repost_id = done.repost_id and repost_erasures.removal_id = done.removal_id`,
    values,
  );
  return rows.length < chunk;
};

/** A question takes the reposts of everything under it along. What has come back since, or was removed once more, is not due. */
const ofContents = async (tx: Statements): Promise<boolean> => {
  const { rows } = await tx.query<{ content_id: string; removals: number }>(
    `select content_id, removals from content_erasures where due_at <= now() order by due_at limit $1 for update skip locked`,
    [chunk],
  );
  const ids = rows.map(({ content_id }) => content_id);
  await tx.query(
    `with due as (select * from unnest($1::uuid[], $2::int[]) as due (content_id, removals)),
       gone as (select c.* from contents c join due on c.content_id = due.content_id and c.removals = due.removals where c.is_removed for update of c)
     delete from texts where id in (
       select r.text_id from reposts r join gone on r.question_id = gone.question_id
       where gone.content_type <> 'discussion' or r.content_id = gone.content_id)`,
    [ids, rows.map(({ removals }) => removals)],
  );
  await tx.query('delete from content_erasures where content_id = any($1)', [ids]);
  return rows.length < chunk;
};
