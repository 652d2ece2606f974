import { z } from 'zod';
import { ContentType, Id, Instant } from './primitives.js';

export const XpRule = z.enum([
  'question-posted',
  'question-approved',
  'answer-given',
  'boost-given',
  'boost-received',
  'podcast-published',
  'operator-grant',
]);
export type XpRule = z.infer<typeof XpRule>;

export const XpActivity = z
  .object({
    id: Id,
    rule: XpRule,
    amount: z.number().int(),
    /** What the daily cap left of it; 0 when reversed. */
    counted: z.number().int(),
    isReversed: z.boolean(),
    reversedBecause: z.string().nullable(),
    contentType: ContentType.nullable(),
    contentId: Id.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'XpActivity' });
export type XpActivity = z.infer<typeof XpActivity>;
