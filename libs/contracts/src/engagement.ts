import * as z from 'zod/mini';
import { limits } from './limits.js';
import { named } from './named.js';
import { ContentType, Id, integer } from './primitives.js';

export const BoostStatus = named('BoostStatus', z.object({ isBoosted: z.boolean(), boostCount: integer(0) }));
export type BoostStatus = z.infer<typeof BoostStatus>;

/** Without `isBoosted` a boost call toggles. */
export const BoostBody = z.object({ userId: z.nullish(Id), isBoosted: z.optional(z.boolean()) });
export type BoostBody = z.input<typeof BoostBody>;

export const ContentRef = z.object({ contentType: ContentType, contentId: Id });
export type ContentRef = z.infer<typeof ContentRef>;

/** It is marked as pure, so that a bundler leaves it out of the web app. */
export const BatchStatusBody = z.object({
  items: /* @__PURE__ */ z.array(ContentRef).check(z.maxLength(limits.batchStatusItems, `At most ${limits.batchStatusItems} items`)),
  userId: z.nullish(Id),
});

/** The keys are `contentType:contentId`; what is gone or unknown has none. */
export const BoostStatusMap = named('BoostStatusMap', z.record(z.string(), BoostStatus));
export type BoostStatusMap = z.infer<typeof BoostStatusMap>;

export const contentKey = (item: ContentRef): string => `${item.contentType}:${item.contentId}`;
