import * as z from 'zod/mini';
import { XpRule } from '../gamification.js';
import { ContentType, Id, integer } from '../primitives.js';
import { definitionsOf } from './definitions.js';

const { internal, relayed } = definitionsOf('gamification');

/**
 * A ledger entry for a named post, or for XP that an operator grants. XP of boosts has no entry, because it is computed
 * from the events of the boosts.
 */
export const XpEarned = internal('XpEarned', {
  entryId: Id,
  accountId: Id,
  rule: XpRule,
  amount: integer(),
  /** UTC day of the act, as YYYY-MM-DD. Daily caps apply to this day. */
  day: z.iso.date(),
  contentType: z.nullable(ContentType),
  contentId: z.nullable(Id),
});
const reversal = {
  entryId: Id,
  accountId: Id,
  rule: XpRule,
  amount: integer(),
  day: z.iso.date(),
  contentType: ContentType,
  contentId: Id,
  revision: integer(1),
};
/** While the named post is removed, its ledger entry does not count. */
export const XpReversed = internal('XpReversed', reversal);
export const XpRestored = internal('XpRestored', reversal);
/**
 * Other services need this event only for the audit. The XP are in `XpEarned`, and the reason is in a row of
 * gamification.
 */
export const XpGranted = relayed('XpGranted', { entryId: Id, accountId: Id, amount: integer() });
/** A pool's payment for anonymous posts. Account, sum and days are sealed, and the entry's id is random. */
export const AnonymousXpPaid = internal('AnonymousXpPaid', { entryId: Id, sealed: z.string() });
/** `revision` rises with each change of an account's level, so that projectors keep the newest level. */
export const LevelChanged = relayed('LevelChanged', {
  accountId: Id,
  level: integer(),
  previousLevel: integer(),
  revision: integer(),
});
