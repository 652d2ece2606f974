import { limits, type Owner, QuestionAsked, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { questionAggregate } from './question.aggregates.js';
import { recentAsksAggregate } from './recent-asks.aggregates.js';
import type { RecentAsks } from './recent-asks.states.js';

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
  /** Of a signed-in asker to the target; null where nothing is counted. */
  readonly recentAsksKey: string | null;
}

const limit = { name: 'asks-of-one', count: limits.asksOfOnePerDay, seconds: 86_400 };

/** @throws Refusal `rate_limited` with the seconds until the oldest of the recent asks is a day old */
const mustBeFew = ({ count, oldestAt }: RecentAsks, now: string): void => {
  if (count < limit.count) return;
  const text = `You can ask one person ${limit.count} questions a day`;
  const age = oldestAt === null ? 0 : Math.floor((Date.parse(now) - Date.parse(oldestAt)) / 1000);
  // Every form that asks has a title, and shows the words there.
  throw new Refusal('rate_limited', text, {
    fields: { title: text },
    retryAfter: Math.max(1, limit.seconds - age),
    limit,
  });
};

/** A question that is aimed at nobody is out at once, any other waits for its target. */
export const askQuestion: CommandDefinition<AskQuestion, { readonly questionId: string }, typeof QuestionAsked> = {
  type: 'ask-question',

  plan: ({ questionId, recentAsksKey }) => ({
    aggregates: {
      [questionAggregate.name]: [questionId],
      ...(recentAsksKey !== null && { [recentAsksAggregate.name]: [recentAsksKey] }),
    },
  }),

  decide(input, view, { now }) {
    const { questionId, titleTextId, descriptionTextId, title, description, recentAsksKey, ...rest } = input;
    if (recentAsksKey !== null) mustBeFew(view.state(recentAsksAggregate, recentAsksKey), now);
    const texts = [{ id: titleTextId, words: title }];
    if (descriptionTextId !== null && description !== null) texts.push({ id: descriptionTextId, words: description });
    return {
      events: [
        newEvent(
          QuestionAsked,
          { questionId, titleTextId, descriptionTextId, ...rest },
          {
            aggregate: questionAggregate,
            key: questionId,
            ...(recentAsksKey !== null && { touches: [{ aggregate: recentAsksAggregate, key: recentAsksKey }] }),
            routingId: questionId,
            isAnonymous: input.isAnonymous,
          },
        ),
      ],
      rows: { texts },
      result: { questionId },
    };
  },
};
