import * as z from 'zod/mini';
import { XpRule } from '../gamification.js';
import { ContentType, Id, integer } from '../primitives.js';
import { event } from './definitions.js';

/**
 * The toggle number of the boost behind the entry, so that a later toggle wins whatever arrives first. Null for what cannot be toggled, and
 * for anonymous posts, where it would help to join the entry to its boost.
 */
const toggle = z.nullable(integer());

/** For anonymous posts contentType, contentId and the envelope's correlation and causation are absent. */
export const XpEarned = event(
  'gamification',
  'XpEarned',
  'internal',
  z.object({
    entryId: Id,
    accountId: Id,
    rule: XpRule,
    amount: integer(),
    /** UTC day of the act, YYYY-MM-DD: caps are counted by it. */
    day: z.iso.date(),
    contentType: z.nullable(ContentType),
    contentId: z.nullable(Id),
    toggle,
  }),
);
export const XpReversed = event(
  'gamification',
  'XpReversed',
  'internal',
  z.object({ entryId: Id, accountId: Id, rule: XpRule, amount: integer(), day: z.iso.date(), toggle, because: z.string() }),
);
export const XpRestored = event(
  'gamification',
  'XpRestored',
  'internal',
  z.object({ entryId: Id, accountId: Id, rule: XpRule, amount: integer(), day: z.iso.date(), toggle }),
);
/** `revision` rises for each account, so that projectors keep the newest level. */
export const LevelChanged = event(
  'gamification',
  'LevelChanged',
  'relayed',
  z.object({ accountId: Id, level: integer(), previousLevel: integer(), revision: integer() }),
);
