import { Refusal } from '@hearsay/contracts';
import type { Limit, LimitName } from './limit-rules.js';

/** Counts `want` more acts under a key. Answers the window’s count and its end, in milliseconds from now. */
export type SharedCounter = (
  key: string,
  want: number,
  windowMs: number,
) => Promise<{ used: number; endsInMs: number }>;

interface Window {
  endsAt: number;
  /** Acts that need no call of the shared counter. */
  granted: number;
  /** Acts granted before the first call of the shared counter. The next call reports them. */
  unreported: number;
  /** Acts that were left at the last call of the shared counter. */
  untaken: number;
  isSpent: boolean;
  pending: Promise<void> | undefined;
}

/** How often windows that have ended are forgotten. */
const sweepEveryMs = 10_000;
/** How many windows this process counts at once. */
const maxWindows = 200_000;
/** A limit is taken in so many leases, so a generous limit rarely needs the shared counter. */
const leasesPerWindow = 50;

const leaseOf = ({ count }: Limit): number => Math.max(1, Math.floor(count / leasesPerWindow));
/** Permits granted before the first call. Generous limits begin with one lease, small ones with none. */
const beginning = (limit: Limit): number => (leaseOf(limit) > 1 ? leaseOf(limit) : 0);

/**
 * Fixed windows shared by all gateways. A gateway takes leases of a fiftieth of the limit; it reports the first lease
 * of a generous limit with the second. All gateways together exceed a generous limit by at most a fiftieth each.
 * Without the shared counter each process counts for itself.
 */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(
    private readonly limits: Record<LimitName, Limit>,
    private readonly shared: SharedCounter,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.#sweeper = setInterval(() => this.#sweep(), sweepEveryMs).unref();
  }

  /** Takes a permit that is at hand; false = `take` must ask for more. */
  takeGranted(name: LimitName, subject: string): boolean {
    const window = this.#windows.get(`${name}:${subject}`);
    if (!window || window.granted <= 0 || window.endsAt <= this.clock()) return false;
    window.granted -= 1;
    return true;
  }

  /** @throws Refusal `rate_limited` with the seconds to wait. */
  async take(name: LimitName, subject: string): Promise<void> {
    const limit = this.limits[name];
    const key = `${name}:${subject}`;
    for (;;) {
      const window = this.#window(key, limit);
      if (window.granted > 0) {
        window.granted -= 1;
        return;
      }
      if (window.isSpent) {
        const retryAfter = Math.max(1, Math.ceil((window.endsAt - this.clock()) / 1000));
        throw new Refusal('rate_limited', undefined, { retryAfter, limit: { name, ...limit } });
      }
      window.pending ??= this.#lease(key, limit, window).finally(() => {
        window.pending = undefined;
      });
      await window.pending;
    }
  }

  /** What a subject has left, as far as this gateway knows. Null before its first act in a window. */
  left(name: LimitName, subject: string): { limit: Limit; remaining: number; resetSeconds: number } | null {
    const window = this.#windows.get(`${name}:${subject}`);
    if (!window || window.endsAt <= this.clock()) return null;
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - this.clock()) / 1000));
    return { limit: this.limits[name], remaining: window.granted + window.untaken, resetSeconds };
  }

  /**
   * Takes a permit for an act that may not count. Answers what gives the permit back. @throws Refusal `rate_limited`
   * with the seconds to wait
   */
  async borrow(name: LimitName, subject: string): Promise<() => void> {
    await this.take(name, subject);
    const key = `${name}:${subject}`;
    const window = this.#windows.get(key);
    return () => {
      if (window && this.#windows.get(key) === window) window.granted += 1;
    };
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  #window(key: string, limit: Limit): Window {
    const known = this.#windows.get(key);
    if (known && known.endsAt > this.clock()) return known;
    const window: Window = {
      endsAt: this.clock() + limit.seconds * 1000,
      granted: beginning(limit),
      unreported: beginning(limit),
      untaken: limit.count - beginning(limit),
      isSpent: false,
      pending: undefined,
    };
    this.#windows.set(key, window);
    // A flood from new addresses must not eat the memory: the oldest windows go first.
    const oldest = this.#windows.size > maxWindows ? this.#windows.keys().next().value : undefined;
    if (oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }

  async #lease(key: string, limit: Limit, window: Window): Promise<void> {
    const lease = leaseOf(limit);
    try {
      const { used, endsInMs } = await this.shared(key, lease + window.unreported, limit.seconds * 1000);
      window.endsAt = this.clock() + Math.max(1, endsInMs);
      window.unreported = 0;
      const more = Math.max(0, Math.min(lease, limit.count - (used - lease)));
      // Added: what was borrowed may have been given back while the counter was asked.
      window.granted += more;
      window.untaken = Math.max(0, limit.count - used);
      window.isSpent = more === 0;
    } catch {
      // The rest of this window is counted here alone.
      window.granted += window.untaken;
      window.untaken = 0;
      window.isSpent = true;
    }
  }

  #sweep(): void {
    const now = this.clock();
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
  }
}

/** Who reads: an account, unless it is a visitor, and always an address (as `limitedAddress` has it). */
export interface Reader {
  readonly accountId: string | null;
  readonly address: string;
}

/** What costs a service work without being an act: reads of all kinds, and joining rooms. */
export type ReadKind = 'reads' | 'joins';

/**
 * Counts a read for its address and its account. True at once when both permits are at hand. @throws Refusal
 * `rate_limited` with the seconds to wait, as a rejection
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
