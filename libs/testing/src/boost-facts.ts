import { randomUUID } from 'node:crypto';
import { Boosted, type Owner, Unboosted } from '@hearsay/contracts';
import { type SourceFact, sourceFact } from './event-source.js';

const anInstant = '2026-11-20T10:00:00.000Z';

export interface BoostPair {
  readonly boostId: string;
  readonly boosterId: string;
  readonly contentId: string;
  readonly owner: Owner;
}

export const pairOf = (boosterId: string, owner: Owner, contentId = randomUUID()): BoostPair => ({
  boostId: randomUUID(),
  boosterId,
  contentId,
  owner,
});

export const toggled = (pair: BoostPair, toggle: number, when = anInstant): SourceFact =>
  sourceFact(
    toggle % 2 === 1 ? Boosted : Unboosted,
    {
      ...pair,
      contentType: 'question',
      questionId: pair.contentId,
      boostCount: toggle % 2,
      boostPeak: 1,
      revision: toggle,
      hasReachedThreshold: false,
      toggle,
    },
    { at: when, routingId: pair.contentId },
  );
