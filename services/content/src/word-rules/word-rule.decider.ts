import { Refusal } from '@hearsay/contracts';
import { type CommandDefinition, rowsCommand } from '@hearsay/event-store';
import { foldedWords } from './folded-words.js';

export interface WordRuleRow {
  readonly id: string;
  readonly accountId: string;
  readonly words: string;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** @throws Refusal `invalid_input` */
export const mustHaveWords = (text: string): void => {
  if (foldedWords(text).length > 0) return;
  const mistake = 'Please enter a word';
  throw new Refusal('invalid_input', mistake, { fields: { text: mistake } });
};

/** Rules are rows and not events, because only their owner reads them. `writeWordRules` skips rules above the limit. */
export const addWordRule: CommandDefinition<Omit<WordRuleRow, 'createdAt'>, { readonly id: string }> = {
  type: 'add-word-rule',
  plan: () => ({ aggregates: {} }),

  decide(rule, _view, { now }) {
    mustHaveWords(rule.words);
    if (rule.expiresAt !== null && rule.expiresAt <= now) {
      const mistake = 'Please choose a time ahead';
      throw new Refusal('invalid_input', mistake, { fields: { expiresAt: mistake } });
    }
    return {
      events: [],
      rows: { wordRules: [{ ...rule, createdAt: now } satisfies WordRuleRow] },
      result: { id: rule.id },
    };
  },
};

interface RemoveWordRule {
  readonly id: string;
  readonly accountId: string;
}

export const removeWordRule = rowsCommand('remove-word-rule', (rule: RemoveWordRule) => ({ removedWordRules: [rule] }));
