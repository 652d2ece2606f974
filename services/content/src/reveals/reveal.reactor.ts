import { Boosted, ThresholdApplied } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { latchReveal } from '../questions/latch-reveal.decider.js';

/**
 * Latches the reveal if a process died after the boost that reached a threshold, or while a threshold was lowered.
 * Idempotent.
 */
export const revealReactor: Reactor<typeof Boosted | typeof ThresholdApplied> = {
  kind: 'reactor',
  name: 'reveal',
  source: 'engagement',
  events: [Boosted, ThresholdApplied],
  commands({ type, data: { hasReachedThreshold, questionId, boostPeak, revision } }) {
    if (!hasReachedThreshold) return [];
    const input = { questionId, boostPeak, ...(type === ThresholdApplied.type && { countsRevision: revision }) };
    return [{ definition: latchReveal, input }];
  },
};
