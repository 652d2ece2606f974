import { z } from 'zod';
import { ContentRef } from '../engagement.js';
import { Id } from '../primitives.js';
import { command, query } from './rpc.js';

/** `isBoosted` null toggles. `reached`: thresholds this boost lifted the peak over, to be latched before answering. */
export const setBoost = command(
  'engagement',
  'set-boost',
  ContentRef.extend({ isBoosted: z.boolean().nullable() }),
  z.object({
    isBoosted: z.boolean(),
    boostCount: z.number().int(),
    questionId: Id,
    boostPeak: z.number().int(),
    hasReachedThreshold: z.boolean(),
  }),
);

export const ContentCounts = ContentRef.extend({
  boostCount: z.number().int(),
  repostCount: z.number().int(),
  revision: z.number().int(),
  isBoosted: z.boolean(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;

/** Counters and the viewer's own boosts for at most 500 items. Existing content without boosts answers zeros, unknown content is missing. */
export const contentCounts = query(
  'engagement',
  'content-counts',
  z.object({ items: z.array(ContentRef).max(500) }),
  z.object({ counts: z.array(ContentCounts) }),
);
