import { Revealed, type RoomEntryView, ThresholdLowered } from '@hearsay/contracts';
import { type NewEvent, newEvent } from '@hearsay/event-store';
import { questionEnvelope } from './question.aggregates.js';
import type { Question } from './question.sql.js';

/** Boosts of a question, as engagement counts them at a revision of the counter. */
export interface Counts {
  /** The highest number of boosts that the question ever had. */
  readonly peak: number;
  readonly revision: number;
}

interface Lowering {
  readonly questionId: string;
  readonly question: Question;
  readonly threshold: number;
  readonly counts: Counts;
  readonly now: string;
}

/**
 * Lowers the own threshold of a locked question. If the peak has reached the new threshold, the reveal follows at once.
 * A pinned reply keeps its threshold.
 */
export const lowerThreshold = ({ questionId, question, threshold, counts, now }: Lowering) => {
  const { owner, isAnonymous, latched, pinnedThreshold } = question;
  const number = question.lastNumber + 1;
  const thresholds = [...new Set([threshold, pinnedThreshold])].filter((one) => one > 0).sort((a, b) => a - b);
  const events: NewEvent<typeof ThresholdLowered | typeof Revealed>[] = [
    newEvent(
      ThresholdLowered,
      { questionId, owner, replyBoostThreshold: threshold, thresholds, number },
      { ...questionEnvelope(questionId), isAnonymous },
    ),
  ];
  const entries: RoomEntryView[] = [{ number, entry: 'edited', replyBoostThreshold: threshold }];
  if (threshold <= Math.max(latched, counts.peak)) {
    const reveal = { threshold, revealCount: counts.peak, number: number + 1, countsRevision: counts.revision };
    events.push(
      newEvent(Revealed, { questionId, owner, ...reveal }, { ...questionEnvelope(questionId), isAnonymous: true }),
    );
    entries.push({ number: number + 1, entry: 'revealed', revealCount: counts.peak, openedAt: now });
  }
  return { events, entries };
};
