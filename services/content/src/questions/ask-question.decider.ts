import { type Owner, QuestionAsked } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate } from './question.aggregates.js';

export interface AskQuestion {
  readonly questionId: string;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly allowAnonymousAnswers: boolean;
  readonly replyBoostThreshold: number;
  /** Whom it is asked: pending until they approve it; null: everyone. */
  readonly targetId: string | null;
}

/** A question that is aimed at nobody is out at once, any other waits for its target. */
export const askQuestion: CommandDefinition<AskQuestion, { readonly questionId: string }, typeof QuestionAsked> = {
  type: 'ask-question',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide(input) {
    const { questionId, titleTextId, descriptionTextId, title, description, ...rest } = input;
    const texts = [{ id: titleTextId, words: title }];
    if (descriptionTextId !== null && description !== null) texts.push({ id: descriptionTextId, words: description });
    return {
      events: [
        newEvent(
          QuestionAsked,
          { questionId, titleTextId, descriptionTextId, ...rest },
          { aggregate: questionAggregate, key: questionId, routingId: questionId, isAnonymous: input.isAnonymous },
        ),
      ],
      rows: { texts },
      result: { questionId },
    };
  },
};
