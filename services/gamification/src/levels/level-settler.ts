import { steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type pg from 'pg';
import { settleLevel } from './level.decider.js';
import { type AnonymousXp, readXpTotals, type StoredLevelCheck } from './level.sql.js';

const batchSize = 100;
const settleTimeoutMs = 10_000;

/**
 * Checks the level of people with a row in `level_checks`. One command per person announces a changed level and deletes
 * the row. Returns true if more rows may wait.
 */
export const settleLevels = async (
  pool: pg.Pool,
  pipeline: CommandPipeline,
  anonymousXp: AnonymousXp,
): Promise<boolean> => {
  const { rows } = await pool.query<StoredLevelCheck>(
    `select account_id as "accountId", at, number from level_checks order by at limit $1`,
    [batchSize],
  );
  if (rows.length === 0) return false;
  const people = rows.map(({ accountId }) => accountId);
  const totals = await readXpTotals(pool, anonymousXp, people);
  const deadline = steadyNow() + settleTimeoutMs;
  const settle = (row: (typeof rows)[number]) => {
    const input = { check: row, anonymous: totals.get(row.accountId)!.anonymous };
    return pipeline.execute(settleLevel, input, { accountId: null, correlationId: null, deadline, now: row.at });
  };
  await Promise.all(rows.map(settle));
  return rows.length === batchSize;
};
