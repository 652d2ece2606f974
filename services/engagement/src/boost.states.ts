/** One person's boost of one content. */
export interface Pair {
  readonly isBoosted: boolean;
  readonly toggle: number;
}

/** The counters of one content. `peak` never falls: reveals are latched by it. */
export interface Counter {
  readonly boosts: number;
  readonly peak: number;
  readonly revision: number;
}

export const neverBoosted: Pair = { isBoosted: false, toggle: 0 };
