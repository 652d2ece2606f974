import { ThresholdLowered } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { applyThreshold } from './apply-threshold.decider.js';

/**
 * Applies each lowered threshold. This matters if content did not call `apply-threshold`: it died before the call, or a
 * lock reached its end.
 */
export const loweredThresholdsReactor: Reactor<typeof ThresholdLowered> = {
  kind: 'reactor',
  name: 'lowered-thresholds',
  source: 'content',
  events: [ThresholdLowered],
  commands({ data: { questionId, replyBoostThreshold: threshold } }) {
    return [{ definition: applyThreshold, input: { questionId, threshold } }];
  },
};
