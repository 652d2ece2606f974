import { ThresholdLowered } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { applyThreshold } from './apply-threshold.decider.js';

/** Applies a threshold that content lowered without calling, because its process died or the lock ended. */
export const loweredThresholdsReactor: Reactor<typeof ThresholdLowered> = {
  kind: 'reactor',
  name: 'lowered-thresholds',
  source: 'content',
  events: [ThresholdLowered],
  commands({ data: { questionId, replyBoostThreshold: threshold } }) {
    return [{ definition: applyThreshold, input: { questionId, threshold } }];
  },
};
