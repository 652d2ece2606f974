import { limits, steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type pg from 'pg';
import { ignoreQuestionsOf } from './approve.decider.js';

const isOver = `h.held_at <= now() - interval '${limits.heldAskDays} days'`;
const batchSize = 100;
const timeoutMs = 10_000;

/** Ignores asks that a word rule has held for the maximum time. Returns true if more asks may be due. */
export const ignoreOldHeldAsks = async (
  pool: pg.Pool,
  pipeline: Pick<CommandPipeline, 'execute'>,
): Promise<boolean> => {
  const { rows } = await pool.query<{ questionId: string; targetId: string }>(
    `select distinct q.id as "questionId", q.target_id as "targetId"
     from held_asks h join word_rules w on w.id = h.rule_id join questions q on q.id = h.question_id
     where ${isOver} and q.approval = 'pending' and q.removal_id is null limit $1`,
    [batchSize],
  );
  for (const [targetId, asks] of Map.groupBy(rows, ({ targetId }) => targetId)) {
    const questionIds = asks.map(({ questionId }) => questionId);
    const context = { accountId: null, correlationId: null, deadline: steadyNow() + timeoutMs };
    await pipeline.execute(ignoreQuestionsOf, { questionIds, targetId }, context);
  }
  // Deletes old rows of asks that the target has decided, or whose rule was removed.
  await pool.query(
    `delete from held_asks h using questions q where ${isOver} and q.id = h.question_id
       and (q.approval <> 'pending' or not exists (select from word_rules w where w.id = h.rule_id))`,
  );
  return rows.length === batchSize;
};
