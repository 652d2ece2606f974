import { limits, type Owner, QuestionAsked, QuestionEdited, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import type { TextRow } from '@hearsay/service-runtime';
import { type Edit, editedTexts, newTexts } from '../edits.js';
import type { Holds } from '../word-rules/word-rules.js';
import {
  isVisibleToNonAsker,
  ofQuestion,
  questionAggregate,
  recentAsksAggregate,
  roomMessage,
} from './question.aggregates.js';
import type { RecentAsks } from './question.sql.js';

export interface AskQuestion {
  readonly questionId: string;
  readonly title: TextRow;
  readonly description: TextRow | null;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly allowAnonymousAnswers: boolean;
  readonly replyBoostThreshold: number;
  readonly targetId: string | null;
  /** Names a signed-in asker and the target. Null if this ask is not counted. */
  readonly recentAsksKey: string | null;
  /** Rules of the target that hold the question. */
  readonly heldBy: readonly string[];
  /** Null for a signed-in asker. */
  readonly receiptHash: string | null;
}

const limit = { name: 'asks-of-one', count: limits.asksOfOnePerDay, seconds: 86_400 };

/** @throws Refusal `rate_limited` with the seconds until the oldest recent ask is a day old */
const mustBeFew = ({ count, oldestAt }: RecentAsks, now: string): void => {
  if (count < limit.count) return;
  const text = `You can ask one person ${limit.count} questions a day`;
  const age = oldestAt === null ? 0 : Math.floor((Date.parse(now) - Date.parse(oldestAt)) / 1000);
  throw new Refusal('rate_limited', text, {
    fields: { title: text },
    retryAfter: Math.max(1, limit.seconds - age),
    limit,
  });
};

export const askQuestion: CommandDefinition<AskQuestion, { readonly questionId: string }, typeof QuestionAsked> = {
  type: 'ask-question',

  plan: ({ questionId, recentAsksKey }) => ({
    aggregates: {
      [questionAggregate.name]: [questionId],
      ...(recentAsksKey !== null && { [recentAsksAggregate.name]: [recentAsksKey] }),
    },
  }),

  decide(input, view, { now }) {
    const { questionId, title, description, recentAsksKey, receiptHash, heldBy, ...rest } = input;
    if (recentAsksKey !== null) mustBeFew(view.state(recentAsksAggregate, recentAsksKey), now);
    const { ids, texts } = newTexts({ title, description });
    return {
      events: [
        newEvent(
          QuestionAsked,
          { questionId, ...ids, ...rest, ...(heldBy.length > 0 && { isHeld: true }) },
          {
            ...ofQuestion(questionId),
            ...(recentAsksKey !== null && { touches: [{ aggregate: recentAsksAggregate, key: recentAsksKey }] }),
            isAnonymous: input.isAnonymous,
          },
        ),
      ],
      rows: {
        texts,
        ...(receiptHash !== null && { receipts: [{ receiptHash, questionId }] }),
        ...(heldBy.length > 0 && { holds: [{ questionId, ruleIds: heldBy, heldAt: now } satisfies Holds] }),
      },
      result: { questionId },
    };
  },
};

export interface EditQuestion extends Edit {
  readonly questionId: string;
  readonly isAuthor: boolean;
  readonly isTarget: boolean;
  /** True if engagement knows of any boost, even one that was taken back. */
  readonly wasBoosted: boolean;
  /** Rules of the target that hold the new words. Null for a question to everyone. */
  readonly heldBy: readonly string[] | null;
}

export const editQuestion: CommandDefinition<EditQuestion, { readonly questionId: string }, typeof QuestionEdited> = {
  type: 'edit-question',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide({ questionId, isAuthor, isTarget, wasBoosted, heldBy, ...edit }, view, { now }) {
    const question = view.state(questionAggregate, questionId);
    if (!question || question.removalId !== null) throw new Refusal('not_found');
    if (!isAuthor) throw new Refusal(isVisibleToNonAsker(question, isTarget) ? 'forbidden' : 'not_found');
    if (wasBoosted || question.wasAnswered)
      throw new Refusal('conflict', 'A question cannot be edited after its first boost or reply');
    const result = { questionId };
    const edited = editedTexts(question, edit);
    if (!edited) return { events: [], result };
    const number = question.lastNumber + 1;
    return {
      events: [
        newEvent(
          QuestionEdited,
          { questionId, ...edited.ids, number },
          { ...ofQuestion(questionId), isAnonymous: question.isAnonymous },
        ),
      ],
      rows: {
        ...edited.rows,
        ...(heldBy && { holds: [{ questionId, ruleIds: heldBy, heldAt: now } satisfies Holds] }),
      },
      live: [roomMessage(questionId, question.replyCount, [{ number, entry: 'edited' }])],
      result,
    };
  },
};
