import { rowLoader } from '@hearsay/event-store';

export interface BoostState {
  readonly isBoosted: boolean;
  readonly toggle: number;
}

/** Reads without a lock. The lock on the content's counter guards the boosts. */
export const loadBoosts = rowLoader<BoostState, BoostState>(
  'load-boosts',
  'select boost_id as key, version, is_boosted as "isBoosted", toggle from boosts where boost_id = any($1)',
  { isBoosted: false, toggle: 0 },
);
