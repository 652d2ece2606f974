import * as z from 'zod/mini';
import { limits } from './limits.js';
import { described, Id, Instant, integer, named } from './primitives.js';
import { Question } from './questions.js';
import { requiredText } from './written-text.js';

const { min, max } = limits.wordRule;
const tooShort = `At least ${min} characters`;
const RuleText = requiredText(max, tooShort, `At most ${max} characters`).check(z.minLength(min, tooShort));

export const WordRuleText = z.object({ text: RuleText });
/** After `expiresAt` the rule holds no further asks. */
export const WordRuleBody = z.extend(WordRuleText, {
  expiresAt: described(z._default(z.nullable(Instant), null), { description: 'Ahead; null: no end' }),
});

export const WordRule = named(
  'WordRule',
  z.object({ id: Id, text: z.string(), expiresAt: z.nullable(Instant), createdAt: Instant }),
);
export type WordRule = z.infer<typeof WordRule>;
export const WordRules = /* @__PURE__ */ z.array(WordRule);

/** Of the newest `of` asks, the rule would have held `held` asks. */
export const WordRulePreview = named('WordRulePreview', z.object({ held: integer(0), of: integer(0) }));
export type WordRulePreview = z.infer<typeof WordRulePreview>;

/** `filteredBy` is the text of the rule that holds the ask, or null. */
export const PendingQuestion = named(
  'PendingQuestion',
  z.extend(Question, { filteredBy: z.catch(z.nullable(z.string()), null) }),
);
export type PendingQuestion = z.infer<typeof PendingQuestion>;
export const PendingQuestions = /* @__PURE__ */ z.array(PendingQuestion);
