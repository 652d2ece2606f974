import * as z from 'zod/mini';
import { Id, Instant } from '../primitives.js';
import { WordRule, WordRulePreview } from '../word-rules.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('content');

/** @throws `too_many`; `invalid_input` for a text without a word, and for an end that is not ahead */
export const addWordRule = command(
  'add-word-rule',
  { text: z.string(), expiresAt: z.nullable(Instant) },
  { rule: WordRule },
);
/** The asks that the rule alone holds are pending again. @throws `not_found` for another account's rule */
export const removeWordRule = command('remove-word-rule', { ruleId: Id }, {});
/** The acting account's, newest first. */
export const wordRules = query('word-rules', {}, { rules: z.array(WordRule) });
/** Over the newest asks of the acting account. Locked words are not read. @throws `invalid_input` */
export const previewWordRule = query('preview-word-rule', { text: z.string() }, WordRulePreview.shape);
