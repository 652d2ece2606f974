import { steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type pg from 'pg';
import { settleLevel } from './level.decider.js';
import { type AnonymousXp, totalsOf, type WrittenCheck } from './level.sql.js';

const atOnce = 100;
const settleTimeoutMs = 10_000;

interface SettleOptions {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly anonymousXp: AnonymousXp;
}

/** The announcement's transaction deletes its check, so each is settled once. True: there may be more. */
export const settleLevels = async ({ pool, pipeline, anonymousXp }: SettleOptions): Promise<boolean> => {
  const { rows } = await pool.query<Omit<WrittenCheck, 'at'> & { at: Date }>(
    `select account_id as "accountId", at, number from level_checks order by at limit $1`,
    [atOnce],
  );
  if (rows.length === 0) return false;
  const checks = rows.map((row): WrittenCheck => ({ ...row, at: row.at.toISOString() }));
  const totals = await totalsOf(
    pool,
    anonymousXp,
    checks.map(({ accountId }) => accountId),
  );
  const deadline = steadyNow() + settleTimeoutMs;
  await Promise.all(
    checks.map((check) =>
      pipeline.execute(
        settleLevel,
        { check, anonymous: totals.get(check.accountId)!.anonymous },
        { accountId: null, correlationId: null, deadline, now: check.at },
      ),
    ),
  );
  return checks.length === atOnce;
};
