import * as z from 'zod/mini';
import { ContentType, Id, integer } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

const boost = z.object({
  /** The pair (booster, content), for ever the same: XP is earned, reversed and restored under it. */
  boostId: Id,
  boosterId: Id,
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  /** The content's counter as it is after this act. */
  boostCount: integer(),
  boostPeak: integer(),
  /** Rises with every change of the content's counters. */
  revision: integer(),
  /** True when this act lifted the peak over a threshold: content then latches the reveal. */
  hasReachedThreshold: z.boolean(),
  /** Rises with every toggle of this pair: a later fact about it has a higher one. */
  toggle: integer(),
});
export const Boosted = event('engagement', 'Boosted', 'relayed', boost);
export const Unboosted = event('engagement', 'Unboosted', 'relayed', boost);
