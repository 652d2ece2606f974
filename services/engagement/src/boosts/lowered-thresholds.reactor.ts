import { ThresholdLowered } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { applyThreshold } from './apply-threshold.decider.js';

/**
 * Applies lowered thresholds for which content did not call `apply-threshold`, because it died or because a lock
 * reached its end.
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
