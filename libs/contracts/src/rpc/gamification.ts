import * as z from 'zod/mini';
import { XpActivity } from '../gamification.js';
import { Id, integer } from '../primitives.js';
import { command, operatorsOnly, query } from './rpc.js';

export const progress = query(
  'gamification',
  'progress',
  z.object({ accountIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ progress: z.array(z.object({ accountId: Id, xp: integer(0), level: integer() })) }),
);

/** The acting account's ledger, newest first; `before`: id of the last entry of the previous page. */
export const xpActivities = query(
  'gamification',
  'xp-activities',
  z.object({ before: z.nullable(Id), limit: integer(1, 100) }),
  z.object({ activities: z.array(XpActivity) }),
);

/** Creates a ledger entry of the rule `operator-grant`; a negative amount takes XP away. */
export const grantXp = command(
  'gamification',
  'grant-xp',
  z.object({
    accountId: Id,
    amount: integer(-1_000_000, 1_000_000),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  z.object({ xp: integer(), level: integer() }),
  operatorsOnly,
);

/** Operators' reasons for these ledger entries; entries that are no grants are missing. */
export const grantReasons = query(
  'gamification',
  'grant-reasons',
  z.object({ entryIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({ reasons: z.array(z.object({ entryId: Id, reason: z.string() })) }),
  operatorsOnly,
);
