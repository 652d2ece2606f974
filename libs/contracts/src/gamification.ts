import * as z from 'zod/mini';
import { ContentType, Id, Instant, integer, named } from './primitives.js';

export const XpRule = z.enum([
  'question-posted',
  'question-approved',
  'answer-given',
  'boost-given',
  'boost-received',
  'podcast-published',
  'operator-grant',
  'anonymous-posts',
]);
export type XpRule = z.infer<typeof XpRule>;

export const XpActivity = named(
  'XpActivity',
  z.object({
    id: Id,
    /** A rule of a newer server is read as `other`. */
    rule: z.catch(z.enum([...XpRule.options, 'other']), 'other'),
    amount: integer(),
    /** The part of the XP that counts under the daily cap. 0 if the entry is reversed. */
    counted: integer(),
    isReversed: z.boolean(),
    reversedBecause: z.nullable(z.string()),
    contentType: z.catch(z.nullable(ContentType), null),
    contentId: z.nullable(Id),
    createdAt: Instant,
  }),
);
export type XpActivity = z.infer<typeof XpActivity>;
export const XpActivities = z.array(XpActivity);

/** XP of a rule on the current UTC day. `cap` is null if the rule has no cap. */
export const XpToday = named(
  'XpToday',
  z.object({
    rule: z.catch(z.enum([...XpRule.options, 'other']), 'other'),
    counted: integer(0),
    cap: z.nullable(integer(0)),
  }),
);
export type XpToday = z.infer<typeof XpToday>;
export const XpTodayByRule = /* @__PURE__ */ z.array(XpToday);
