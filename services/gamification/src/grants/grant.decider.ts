import { Refusal, XpEarned } from '@hearsay/contracts';
import { type CommandDefinition, newEvent, type RowWriter } from '@hearsay/event-store';
import type { DailyCaps } from '../config.js';
import { entryAggregate } from '../ledger/ledger.aggregates.js';
import { dayOf, planFor } from '../ledger/ledger.decider.js';
import { withLevel } from '../ledger/level.decider.js';

export interface GrantXp {
  readonly entryId: string;
  readonly accountId: string;
  /** Negative takes away. */
  readonly amount: number;
  readonly reason: string;
  readonly caps: DailyCaps;
}

interface GrantRow {
  readonly entryId: string;
  readonly reason: string;
  readonly grantedAt: string;
}

const rule = 'operator-grant';

/** A ledger entry by an operator. The reason is kept apart from the log, for the audit. */
export const grantXp: CommandDefinition<GrantXp, Record<string, never>> = {
  type: 'grant-xp',
  plan: ({ accountId, entryId }, { now }) => ({ aggregates: planFor([{ accountId, entryId, rule }], now) }),
  decide({ entryId, accountId, amount, reason, caps }, view, { now }) {
    if (amount === 0) throw new Refusal('invalid_input', undefined, { fields: { amount: 'A grant of 0 changes nothing' } });
    const grant: GrantRow = { entryId, reason, grantedAt: now };
    const fact = newEvent(
      XpEarned,
      { entryId, accountId, rule, amount, day: dayOf(now), contentType: null, contentId: null, toggle: null },
      { aggregate: entryAggregate, key: entryId, routingId: accountId },
    );
    return { events: withLevel([fact], view, caps), rows: { grants: [grant] }, result: {} };
  },
};

export const writeGrants: RowWriter = async (tx, rows) => {
  const grants = rows as readonly GrantRow[];
  await tx.query('insert into xp_grants (entry_id, reason, granted_at) select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])', [
    grants.map((grant) => grant.entryId),
    grants.map((grant) => grant.reason),
    grants.map((grant) => grant.grantedAt),
  ]);
};
