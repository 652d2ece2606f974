/** One person's boost of one content. */
export interface Pair {
  readonly isBoosted: boolean;
  readonly toggle: number;
}

export const neverBoosted: Pair = { isBoosted: false, toggle: 0 };
