import { LockEndSet, limits, type Owner, QuestionAsked } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import type { TextRow } from '@hearsay/service-runtime';
import { checkDailyLimit, type DailyLimit } from '../daily-limit.js';
import { newTextRows } from '../edits.js';
import type { RuleHolds } from '../word-rules/word-rules.js';
import { checkLockEndRange } from './lock-end.js';
import { questionAggregate, questionEnvelope, recentAsksAggregate } from './question.aggregates.js';
import type { LockEnd } from './question.sql.js';

export interface AskQuestion extends Partial<LockEnd> {
  readonly questionId: string;
  readonly title: TextRow;
  readonly description: TextRow | null;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly allowAnonymousAnswers: boolean;
  readonly replyBoostThreshold: number;
  readonly targetId: string | null;
  /**
   * The key of `recentAsksAggregate` for asker and target. Null if this ask does not count towards the daily limit.
   */
  readonly recentAsksKey: string | null;
  /** Ids of the target's word rules that hold the question. */
  readonly heldBy: readonly string[];
  /** Null for a signed-in asker. */
  readonly receiptHash: string | null;
}

const asksOfOne: DailyLimit = {
  name: 'asks-of-one',
  count: limits.asksOfOnePerDay,
  text: `You can ask one person ${limits.asksOfOnePerDay} questions a day`,
  field: 'title',
};

export const askQuestion: CommandDefinition<
  AskQuestion,
  { readonly questionId: string },
  typeof QuestionAsked | typeof LockEndSet
> = {
  type: 'ask-question',

  plan: ({ questionId, recentAsksKey }) => ({
    aggregates: {
      [questionAggregate.name]: [questionId],
      ...(recentAsksKey !== null && { [recentAsksAggregate.name]: [recentAsksKey] }),
    },
  }),

  decide(input, view, { now }) {
    const { questionId, title, description, recentAsksKey, receiptHash, heldBy, lockUntil, ifNotReached, ...rest } =
      input;
    if (recentAsksKey !== null) checkDailyLimit(asksOfOne, view.state(recentAsksAggregate, recentAsksKey), { now });
    const { ids, texts } = newTextRows({ title, description });
    const end = { lockUntil: lockUntil ?? null, ifNotReached: ifNotReached ?? 'stay' };
    if (end.lockUntil !== null) checkLockEndRange(end.lockUntil, input.replyBoostThreshold > 0, now);
    return {
      events: [
        newEvent(
          QuestionAsked,
          { questionId, ...ids, ...rest, ...(heldBy.length > 0 && { isHeld: true }) },
          {
            ...questionEnvelope(questionId),
            ...(recentAsksKey !== null && { touches: [{ aggregate: recentAsksAggregate, key: recentAsksKey }] }),
            isAnonymous: input.isAnonymous,
          },
        ),
        ...(end.lockUntil === null && end.ifNotReached === 'stay'
          ? []
          : [
              newEvent(
                LockEndSet,
                { questionId, ...end, number: null },
                { ...questionEnvelope(questionId), isAnonymous: input.isAnonymous },
              ),
            ]),
      ],
      rows: {
        texts,
        ...(receiptHash !== null && { receipts: [{ receiptHash, questionId }] }),
        ...(heldBy.length > 0 && { holds: [{ questionId, ruleIds: heldBy, heldAt: now } satisfies RuleHolds] }),
      },
      result: { questionId },
    };
  },
};
