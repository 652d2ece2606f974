import * as z from 'zod/mini';
import { XpRule } from '../gamification.js';
import { ContentType, Id, integer } from '../primitives.js';
import { event } from './definitions.js';

/** An entry for a named post or by an operator. XP from boosts is no event: it follows from engagement's log. */
export const XpEarned = event(
  'gamification',
  'XpEarned',
  'internal',
  z.object({
    entryId: Id,
    accountId: Id,
    rule: XpRule,
    amount: integer(),
    /** UTC day of the act, YYYY-MM-DD, to which daily caps apply. */
    day: z.iso.date(),
    contentType: z.nullable(ContentType),
    contentId: z.nullable(Id),
  }),
);
const reversal = z.object({
  entryId: Id,
  accountId: Id,
  rule: XpRule,
  amount: integer(),
  day: z.iso.date(),
  contentType: ContentType,
  contentId: Id,
  revision: integer(1),
});
/** The entry does not count while its named content is removed. */
export const XpReversed = event('gamification', 'XpReversed', 'internal', reversal);
export const XpRestored = event('gamification', 'XpRestored', 'internal', reversal);
/** For the audit only; the XP itself is in `XpEarned`. Gamification stores the reason as a row. */
export const XpGranted = event(
  'gamification',
  'XpGranted',
  'relayed',
  z.object({ entryId: Id, accountId: Id, amount: integer() }),
);
/** A pool's payment for anonymous posts. Account, sum and days are sealed, and the entry's id is random. */
export const AnonymousXpPaid = event(
  'gamification',
  'AnonymousXpPaid',
  'internal',
  z.object({ entryId: Id, sealed: z.string() }),
);
/** `revision` rises for each account, so that projectors keep the newest level. */
export const LevelChanged = event(
  'gamification',
  'LevelChanged',
  'relayed',
  z.object({ accountId: Id, level: integer(), previousLevel: integer(), revision: integer() }),
);
