import { z } from 'zod';
import { limits } from './limits.js';
import { ContentType, Id } from './primitives.js';

export const BoostStatus = z.object({ isBoosted: z.boolean(), boostCount: z.number().int().min(0) }).meta({ id: 'BoostStatus' });
export type BoostStatus = z.infer<typeof BoostStatus>;

/** Without `isBoosted` a boost call toggles. */
export const BoostBody = z.object({ userId: Id.nullish(), isBoosted: z.boolean().optional() });
export type BoostBody = z.input<typeof BoostBody>;

export const ContentRef = z.object({ contentType: ContentType, contentId: Id });
export type ContentRef = z.infer<typeof ContentRef>;

export const BatchStatusBody = z.object({
  items: z.array(ContentRef).max(limits.batchStatusItems, `At most ${limits.batchStatusItems} items`),
  userId: Id.nullish(),
});

/** Keyed `contentType:contentId`; what is gone or unknown is missing. */
export const BoostStatusMap = z.record(z.string(), BoostStatus).meta({ id: 'BoostStatusMap' });
export type BoostStatusMap = z.infer<typeof BoostStatusMap>;

export const contentKey = (item: ContentRef): string => `${item.contentType}:${item.contentId}`;
