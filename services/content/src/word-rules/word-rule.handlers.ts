import { contentRpc, limits, Refusal } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall } from '@hearsay/service-runtime';
import { refuseIfDeleted } from '../authors/deletion.decider.js';
import { addWordRule, mustHaveWords, removeWordRule } from './word-rule.decider.js';
import type { WordRules } from './word-rules.js';

export const wordRuleHandlers = (pipeline: CommandPipeline, wordRules: WordRules) =>
  handlersOf(contentRpc, {
    async addWordRule(input, context) {
      const { text: words, expiresAt } = input;
      const accountId = actorOf(context);
      const command = { id: idForCall(context), accountId, words, expiresAt };
      const { id } = await pipeline.execute(refuseIfDeleted(addWordRule), command, commandContext(context, input));
      const rules = await wordRules.of(accountId);
      const rule = rules.find((one) => one.id === id);
      if (rule) return { rule };
      // The rule is missing. With fewer rules than the limit, this call is a repeat, and the rule was removed since.
      if (rules.length < limits.wordRules) throw new Refusal('not_found');
      throw new Refusal('too_many', `You can have ${limits.wordRules} word rules`);
    },

    async removeWordRule(input, context) {
      const accountId = actorOf(context);
      const lookUp = async () => {
        const rules = await wordRules.of(accountId);
        if (!rules.some(({ id }) => id === input.ruleId)) throw new Refusal('not_found');
        return { id: input.ruleId, accountId };
      };
      return executeAfterLookUp(pipeline, refuseIfDeleted(removeWordRule), lookUp, commandContext(context, input));
    },

    wordRules: async (_input, context) => ({ rules: await wordRules.of(actorOf(context)) }),

    previewWordRule({ text }, context) {
      mustHaveWords(text);
      return wordRules.preview(actorOf(context), text);
    },
  });
