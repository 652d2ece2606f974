import { Boosted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { latchReveal } from './latch-reveal.decider.js';

/** Latches the reveal if the gateway died after the boost that reached a threshold. Idempotent. */
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
