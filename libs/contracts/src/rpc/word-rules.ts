import * as z from 'zod/mini';
import { Id, Instant } from '../primitives.js';
import { WordRule, WordRulePreview } from '../word-rules.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('content');

/** @throws `too_many`, or `invalid_input` for a text without a word or an end in the past */
export const addWordRule = command(
  'add-word-rule',
  { text: z.string(), expiresAt: z.nullable(Instant) },
  { rule: WordRule },
);
/** Removes a rule. Asks that only this rule holds are released. @throws `not_found` for another account's rule */
export const removeWordRule = command('remove-word-rule', { ruleId: Id }, {});
/** The word rules of the acting account, newest first. */
export const wordRules = query('word-rules', {}, { rules: z.array(WordRule) });
/** Counts the newest asks that a rule would hold. Locked words are not read. @throws `invalid_input` */
export const previewWordRule = query('preview-word-rule', { text: z.string() }, WordRulePreview.shape);
