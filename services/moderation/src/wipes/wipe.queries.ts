import type { WipeView } from '@hearsay/contracts';
import type { DueRow } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { WipeTask } from './wipe.sql.js';

const maxDueRows = 1000;

/** `task` is null if no task is left. `reposts` is the number of reposts within `total`. */
export interface WipeWithTask extends Omit<WipeView, 'done'> {
  readonly reposts: number;
  readonly task: WipeTask['kind'] | null;
}

const columns = `w.id as "wipeId", w.subject_id as "subjectId", w.status, w.undo_until as "undoUntil", t.kind as task,
  coalesce(c.questions + c.discussions + c.podcasts + c.reposts, 0) as total, coalesce(c.reposts, 0) as reposts`;
const tables = 'wipes w left join wipe_tasks t on t.wipe_id = w.id left join wipe_counts c on c.wipe_id = w.id';

export class WipeQueries {
  constructor(private readonly pool: pg.Pool) {}

  async find(wipeId: string): Promise<WipeWithTask | undefined> {
    const { rows } = await this.pool.query<WipeWithTask>(`select ${columns} from ${tables} where w.id = $1`, [wipeId]);
    return rows[0];
  }

  async newest(limit: number): Promise<WipeWithTask[]> {
    const { rows } = await this.pool.query<WipeWithTask>(
      `select ${columns} from ${tables} order by w.started_at desc, w.id desc limit $1`,
      [limit],
    );
    return rows;
  }

  async findTask(wipeId: string): Promise<Omit<WipeTask, 'dueAt'> | undefined> {
    const { rows } = await this.pool.query<Omit<WipeTask, 'dueAt'>>(
      'select wipe_id as "wipeId", subject_id as "subjectId", kind from wipe_tasks where wipe_id = $1',
      [wipeId],
    );
    return rows[0];
  }

  /** Every stored task is due now, even if `due_at` is in the future, because the clock of a process was ahead. */
  async dueTasks(): Promise<DueRow[]> {
    const { rows } = await this.pool.query<DueRow>(
      'select wipe_id as id, 0 as "dueInMs" from wipe_tasks order by due_at limit $1',
      [maxDueRows],
    );
    return rows;
  }
}
