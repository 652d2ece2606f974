import { Boosted, ThresholdApplied } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { latchReveal } from '../questions/latch-reveal.decider.js';

/**
 * Latches a reveal that a process left undone because it died after the boost, or while it lowered a threshold. If the
 * reveal is latched already, the command does nothing.
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
