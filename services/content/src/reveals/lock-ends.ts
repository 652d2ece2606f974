import { randomUUID } from 'node:crypto';
import { deadlineIn } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type { RpcClient } from '@hearsay/messaging';
import { commandContext, uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { countsOf, noCounts } from './counts.js';
import { endLock } from './end-lock.decider.js';

const chunk = 100;
const timeoutMs = 10_000;

/** Every process looks for due locks. The command finds a lock that another process has ended. */
export class LockEnds {
  constructor(
    private readonly pool: pg.Pool,
    private readonly pipeline: CommandPipeline,
    private readonly rpc: RpcClient,
  ) {}

  /** True: more locks may be due. */
  async sweep(): Promise<boolean> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'due-locks',
      text: `select id from questions where lock_until <= now() and if_not_reached <> 'stay' and threshold > latched
               and removal_id is null order by lock_until limit $1`,
      values: [chunk],
    });
    if (rows.length === 0) return false;
    const context = { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(timeoutMs) };
    const ids = rows.map(({ id }) => id);
    const counts = await countsOf(this.rpc, ids, context);
    const ends = ids.map((questionId) => {
      const input = { questionId, removalId: uuidv7(), counts: counts.get(questionId) ?? noCounts };
      // No correlation id: it would link questions that end together.
      return this.pipeline.execute(endLock, input, { ...commandContext(context), correlationId: null });
    });
    await Promise.all(ends);
    return rows.length === chunk;
  }
}
