import { randomUUID } from 'node:crypto';
import { deadlineIn } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type { RpcClient } from '@hearsay/messaging';
import { commandContext, uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { countsOf, noCounts } from '../questions/counts.js';
import type { WordRules } from '../word-rules/word-rules.js';
import { endLock } from './end-lock.decider.js';

const chunk = 100;
const timeoutMs = 10_000;

interface DueLock {
  readonly id: string;
  /** The target. Null if the question is not pending, so that no word rule can hold it. */
  readonly targetId: string | null;
  readonly title: string;
  readonly description: string | null;
}

/**
 * Ends locks whose date has passed. Every process looks for such locks, and the command skips locks that have ended.
 */
export class LockEnds {
  constructor(
    private readonly pool: pg.Pool,
    private readonly pipeline: CommandPipeline,
    private readonly wordRules: Pick<WordRules, 'rulesHolding'>,
    private readonly rpc: RpcClient,
  ) {}

  /** Returns true if more locks may be due. */
  async sweep(): Promise<boolean> {
    const { rows } = await this.pool.query<DueLock>({
      name: 'due-locks',
      text: `select q.id, case when q.approval = 'pending' then q.target_id end as "targetId", title.words as title,
               description.words as description
             from questions q join texts title on title.id = q.title_text_id
             left join texts description on description.id = q.description_text_id
             where q.lock_until <= now() and q.if_not_reached <> 'stay' and q.threshold > q.latched
               and q.removal_id is null order by q.lock_until limit $1`,
      values: [chunk],
    });
    if (rows.length === 0) return false;
    const context = { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(timeoutMs) };
    const ids = rows.map(({ id }) => id);
    const counts = await countsOf(this.rpc, ids, context);
    const ends = rows.map(async ({ id: questionId, targetId, title, description }) => {
      const heldBy = targetId === null ? null : await this.wordRules.rulesHolding(targetId, { title, description });
      const input = { questionId, removalId: uuidv7(), counts: counts.get(questionId) ?? noCounts, heldBy };
      // The command has no correlation id, because a shared id would link questions whose locks end together.
      return this.pipeline.execute(endLock, input, { ...commandContext(context), correlationId: null });
    });
    await Promise.all(ends);
    return rows.length === chunk;
  }
}
