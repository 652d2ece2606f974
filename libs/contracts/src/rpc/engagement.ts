import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Id, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/**
 * Where `isBoosted` is null, the call toggles. A boost that lifted the peak over a threshold says so, and so does a repeat of it without a key: it
 * is latched before anybody is answered.
 */
export const setBoost = command(
  'engagement',
  'set-boost',
  z.extend(ContentRef, { isBoosted: z.nullable(z.boolean()) }),
  z.object({
    isBoosted: z.boolean(),
    boostCount: integer(),
    questionId: Id,
    boostPeak: integer(),
    hasReachedThreshold: z.boolean(),
  }),
);

export const ContentCounts = z.extend(ContentRef, {
  boostCount: integer(),
  repostCount: integer(),
  revision: integer(),
  isBoosted: z.boolean(),
});
export type ContentCounts = z.infer<typeof ContentCounts>;

/** Counters and the viewer's own boosts for at most 500 items. Existing content without boosts answers zeros, unknown content is missing. */
export const contentCounts = query(
  'engagement',
  'content-counts',
  z.object({ items: z.array(ContentRef).check(z.maxLength(500)) }),
  z.object({ counts: z.array(ContentCounts) }),
);
