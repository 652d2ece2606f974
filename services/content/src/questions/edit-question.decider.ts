import {
  LockEndSet,
  QuestionEdited,
  Refusal,
  type Revealed,
  type RoomEntryView,
  type ThresholdLowered,
} from '@hearsay/contracts';
import { type CommandDefinition, type NewEvent, newEvent } from '@hearsay/event-store';
import { type EditedWords, editedTextRows } from '../edits.js';
import type { RuleHolds } from '../word-rules/word-rules.js';
import { checkLockEndRange } from './lock-end.js';
import { type Counts, lowerThreshold } from './lower-threshold.js';
import {
  isLocked,
  isVisibleToNonAsker,
  questionAggregate,
  questionEnvelope,
  roomMessage,
} from './question.aggregates.js';
import type { LockEnd, Question } from './question.sql.js';

type EditDefinition = typeof QuestionEdited | typeof LockEndSet | typeof ThresholdLowered | typeof Revealed;

export interface EditQuestion extends EditedWords, Partial<LockEnd> {
  readonly questionId: string;
  readonly isAuthor: boolean;
  readonly isTarget: boolean;
  /** The question's current counts in engagement. The peak includes boosts that were undone. */
  readonly counts: Counts;
  readonly replyBoostThreshold?: number;
  /**
   * Ids of the target's word rules that hold the question by its open words after the edit. Null without a target.
   */
  readonly heldBy: readonly string[] | null;
}

interface EditResult {
  readonly questionId: string;
  /** The new threshold if it changed. The handler must pass it to engagement before it answers. */
  readonly loweredTo?: number;
}

/** The new end of the lock. Undefined if the edit does not change it. */
const endAfter = (question: Question, { lockUntil, ifNotReached, counts }: EditQuestion, now: string) => {
  const end = {
    lockUntil: lockUntil === undefined ? question.lockUntil : lockUntil,
    ifNotReached: ifNotReached ?? question.ifNotReached,
  };
  if (end.lockUntil === question.lockUntil && end.ifNotReached === question.ifNotReached) return undefined;
  if (counts.peak > 0) throw new Refusal('already_boosted');
  if (end.lockUntil !== null && end.lockUntil !== question.lockUntil)
    checkLockEndRange(end.lockUntil, isLocked(question), now);
  return end;
};

/** The new threshold. Undefined if the edit does not change it, or if the question has opened. */
const thresholdAfter = (question: Question, wanted: number | undefined): number | undefined => {
  if (wanted === undefined || wanted === question.threshold) return undefined;
  if (wanted > question.threshold) throw new Refusal('threshold_rises');
  return isLocked(question) ? wanted : undefined;
};

export const editQuestion: CommandDefinition<EditQuestion, EditResult, EditDefinition> = {
  type: 'edit-question',

  plan: ({ questionId }) => ({ aggregates: { [questionAggregate.name]: [questionId] } }),

  decide(input, view, { now }) {
    const { questionId, isAuthor, isTarget, counts, title, description, heldBy } = input;
    const question = view.state(questionAggregate, questionId);
    if (!question || question.removalId !== null) throw new Refusal('not_found');
    if (!isAuthor) throw new Refusal(isVisibleToNonAsker(question, isTarget) ? 'forbidden' : 'not_found');
    const isAboutLock = [input.replyBoostThreshold, input.lockUntil, input.ifNotReached].some(
      (one) => one !== undefined,
    );
    const isAboutWords = title !== undefined || description !== undefined || !isAboutLock;
    if (isAboutWords && (counts.peak > 0 || question.wasAnswered))
      throw new Refusal('conflict', 'A question cannot be edited after its first boost or reply');
    const end = endAfter(question, input, now);
    const loweredTo = thresholdAfter(question, input.replyBoostThreshold);
    const edited = editedTextRows(question, { title, description });

    const target = { ...questionEnvelope(questionId), isAnonymous: question.isAnonymous };
    const events: NewEvent<EditDefinition>[] = [];
    const entries: RoomEntryView[] = [];
    let number = question.lastNumber;
    if (edited) {
      number += 1;
      events.push(newEvent(QuestionEdited, { questionId, ...edited.ids, number }, target));
      entries.push({ number, entry: 'edited' });
    }
    if (end) {
      number += 1;
      events.push(newEvent(LockEndSet, { questionId, ...end, number }, target));
      entries.push({ number, entry: 'edited' });
    }
    if (loweredTo !== undefined) {
      const after = { ...question, lastNumber: number };
      const lowered = lowerThreshold({ questionId, question: after, threshold: loweredTo, counts, now });
      events.push(...lowered.events);
      entries.push(...lowered.entries);
    }
    return {
      events,
      rows: {
        ...edited?.rows,
        ...(heldBy &&
          (edited || loweredTo !== undefined) && {
            holds: [{ questionId, ruleIds: heldBy, heldAt: now } satisfies RuleHolds],
          }),
      },
      ...(entries.length > 0 && { live: [roomMessage(questionId, question.replyCount, entries)] }),
      result: { questionId, ...(loweredTo !== undefined && { loweredTo }) },
    };
  },
};
