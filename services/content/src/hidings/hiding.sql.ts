import type { RowWriter } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { rowsWriter } from '@hearsay/service-runtime';
import type { ErasedAuthorRow, HidingRow, PlanRow } from './hiding.decider.js';

/** From these rows on reads leave a person's posts out. */
export const writeHidings = rowsWriter<HidingRow>(
  {
    removalId: 'uuid',
    accountId: 'text',
    cause: 'text',
    total: 'int',
    hiddenAt: 'timestamptz',
    begunAt: 'timestamptz',
    plan: 'text',
  },
  (given) => `insert into hidings (removal_id, account_id, cause, total, hidden_at, begun_at, anonymous_plan)
    select * from ${given}`,
);

/** The plan of a deletion that was repeated before the account was hidden. */
export const writePlans: RowWriter = async (tx, rows) => {
  const plans = rows as readonly PlanRow[];
  await tx.query(
    `update hidings set anonymous_plan = chosen.plan from unnest($1::uuid[], $2::text[]) as chosen (removal_id, plan)
     where hidings.removal_id = chosen.removal_id and not is_shown and erased_at is null`,
    [plans.map(({ removalId }) => removalId), plans.map(({ plan }) => plan)],
  );
};

/** What comes back drops the plan for its anonymous posts. */
export const writeShown: RowWriter = async (tx, rows) => {
  const shown = rows as readonly { removalId: string }[];
  const removalIds = shown.map(({ removalId }) => removalId);
  await tx.query(
    'update hidings set is_shown = true, is_running = true, anonymous_plan = null where removal_id = any($1)',
    [removalIds],
  );
  // Posts that an earlier hiding gives back stay away while the account is deleted: its hiding runs again and takes
  // them over.
  await tx.query(
    `update hidings set is_running = true where cause = 'account' and not is_shown
       and account_id in (select account_id from hidings where removal_id = any($1))`,
    [removalIds],
  );
};

/** Destroys the pairs of account and author id, and has the work look once more for posts by name. */
export const writeErasedAuthors =
  (seals: SealedAuthors): RowWriter =>
  async (tx, rows) => {
    const erased = rows as readonly ErasedAuthorRow[];
    await tx.query('delete from author_ids where account_tag = any($1)', [
      erased.map(({ accountId }) => seals.pairTagOf(accountId)),
    ]);
    await tx.query(
      `update hidings set is_running = true, erased_at = erased.at from unnest($1::uuid[], $2::timestamptz[]) as erased (removal_id, at)
       where hidings.removal_id = erased.removal_id and not is_shown`,
      [erased.map(({ removalId }) => removalId), erased.map(({ erasedAt }) => erasedAt)],
    );
  };
