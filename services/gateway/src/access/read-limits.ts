import type { RateLimiter } from './rate-limiter.js';

/** Who reads: an account, unless it is a visitor, and always an address (as `limitedAddress` has it). */
export interface Reader {
  readonly accountId: string | null;
  readonly address: string;
}

/** What costs a service work without being an act: reads of all kinds, and joining rooms. */
export type ReadKind = 'reads' | 'joins';

/**
 * Counts a read for its address, and for its account when there is one. True at once when the permits are at hand, which is nearly always.
 * @throws Refusal `rate_limited` with the seconds to wait, as a rejection.
 */
export const takeRead = (
  limiter: RateLimiter,
  kind: ReadKind,
  { accountId, address }: Reader,
): true | Promise<true> => {
  const ofAddress = limiter.takeGranted(`${kind}-address`, address) || limiter.take(`${kind}-address`, address);
  const ofAccount = accountId === null || limiter.takeGranted(kind, accountId) || limiter.take(kind, accountId);
  return ofAddress === true && ofAccount === true
    ? true
    : Promise.all([ofAddress, ofAccount]).then(() => true as const);
};
