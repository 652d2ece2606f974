import * as z from 'zod/mini';
import { XpActivity, XpRule } from '../gamification.js';
import { Id, integer } from '../primitives.js';
import { contractsOf, Ids, operatorsOnly } from './rpc.js';

const { command, query } = contractsOf('gamification');

export const progress = query(
  'progress',
  { accountIds: Ids },
  { progress: z.array(z.object({ accountId: Id, xp: integer(0), level: integer() })) },
);

/** The acting account's ledger, newest first. `before` is the id of the last entry of the previous page. */
export const xpActivities = query(
  'xp-activities',
  { before: z.nullable(Id), limit: integer(1, 100) },
  { activities: z.array(XpActivity) },
);

/** The acting account's XP of the current UTC day under each cap, with the paid XP of anonymous posts. */
export const xpToday = query(
  'xp-today',
  {},
  { rules: z.array(z.object({ rule: XpRule, counted: integer(0), cap: z.nullable(integer(0)) })) },
);

/** The people with the most XP of `boost-received` in the last seven UTC days, best first. Cached for ten seconds. */
export const heard = query('heard', { limit: integer(1, 100) }, { accountIds: z.array(Id) });

/** Creates a ledger entry of the rule `operator-grant`. A negative amount takes XP away. */
export const grantXp = command(
  'grant-xp',
  {
    accountId: Id,
    amount: integer(-1_000_000, 1_000_000),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  },
  { xp: integer(), level: integer() },
  operatorsOnly,
);

/** Operators' reasons for these ledger entries. Entries that are no grants are missing. */
export const grantReasons = query(
  'grant-reasons',
  { entryIds: Ids },
  { reasons: z.array(z.object({ entryId: Id, reason: z.string() })) },
  operatorsOnly,
);
