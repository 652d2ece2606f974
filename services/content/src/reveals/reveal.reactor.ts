import { Boosted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { latchReveal } from './latch-reveal.decider.js';

/**
 * Latches what a boost reached, should the gateway have died between the boost and its latch. Latching twice changes
 * nothing.
 */
export const revealReactor: Reactor<typeof Boosted> = {
  kind: 'reactor',
  name: 'reveal',
  source: 'engagement',
  events: [Boosted],
  commands(event) {
    const { hasReachedThreshold, questionId, boostPeak } = event.data;
    return hasReachedThreshold ? [{ definition: latchReveal, input: { questionId, boostPeak } }] : [];
  },
};
