import { z } from 'zod';
import { XpRule } from '../gamification.js';
import { ContentType, Id } from '../primitives.js';
import { event } from './definitions.js';

/**
 * Of the boost behind the entry, so that a later toggle wins whatever arrives first. Null for what cannot be toggled, and
 * for anonymous posts, where it would help to join the entry to its boost.
 */
const toggle = z.number().int().nullable();

/** For anonymous posts contentType, contentId and the envelope's correlation and causation are absent. */
export const XpEarned = event(
  'gamification',
  'XpEarned',
  z.object({
    entryId: Id,
    accountId: Id,
    rule: XpRule,
    amount: z.number().int(),
    /** UTC day of the act, YYYY-MM-DD: caps are counted by it. */
    day: z.iso.date(),
    contentType: ContentType.nullable(),
    contentId: Id.nullable(),
    toggle,
  }),
);
export const XpReversed = event(
  'gamification',
  'XpReversed',
  z.object({ entryId: Id, accountId: Id, rule: XpRule, amount: z.number().int(), day: z.iso.date(), toggle, because: z.string() }),
);
export const XpRestored = event(
  'gamification',
  'XpRestored',
  z.object({ entryId: Id, accountId: Id, rule: XpRule, amount: z.number().int(), day: z.iso.date(), toggle }),
);
/** `revision` rises per account, so that copies keep the newest. */
export const LevelChanged = event(
  'gamification',
  'LevelChanged',
  z.object({ accountId: Id, level: z.number().int(), previousLevel: z.number().int(), revision: z.number().int() }),
);
