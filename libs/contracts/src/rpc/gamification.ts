import { z } from 'zod';
import { XpActivity } from '../gamification.js';
import { Id } from '../primitives.js';
import { command, query } from './rpc.js';

export const progress = query(
  'gamification',
  'progress',
  z.object({ accountIds: z.array(Id).max(500) }),
  z.object({ progress: z.array(z.object({ accountId: Id, xp: z.number().int().min(0), level: z.number().int() })) }),
);

/** The acting account's own ledger, newest first; `before` = id of the last entry seen. */
export const xpActivities = query(
  'gamification',
  'xp-activities',
  z.object({ before: Id.nullable(), limit: z.number().int().min(1).max(100) }),
  z.object({ activities: z.array(XpActivity) }),
);

/** Operators: a ledger entry of the rule `operator-grant`; negative takes away. */
export const grantXp = command(
  'gamification',
  'grant-xp',
  z.object({ accountId: Id, amount: z.number().int().min(-1_000_000).max(1_000_000), reason: z.string().trim().min(1).max(500) }),
  z.object({ xp: z.number().int(), level: z.number().int() }),
);
