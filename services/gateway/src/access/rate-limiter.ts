import { Refusal } from '@hearsay/contracts';
import type { Limit, LimitName } from './limit-rules.js';

/** Counts `want` more acts under a key and answers what the window holds now and when it ends (milliseconds from now). */
export type SharedCounter = (
  key: string,
  want: number,
  windowMs: number,
) => Promise<{ used: number; endsInMs: number }>;

interface Window {
  endsAt: number;
  /** Acts that may still happen here before the shared counter is asked again. */
  granted: number;
  /** Acts that were granted here before the shared counter was asked for the first time: they are taken along with the next question. */
  unreported: number;
  /** Acts that nobody had taken yet when the shared counter was asked last. */
  untaken: number;
  isSpent: boolean;
  pending: Promise<void> | undefined;
}

/** How often windows that have ended are forgotten. */
const sweepEveryMs = 10_000;
/** How many windows this process counts at once. */
const maxWindows = 200_000;
/**
 * Into how many leases a limit is divided: only for each of them the shared counter is asked, so that a generous limit costs next to
 * nothing.
 */
const leasesPerWindow = 50;

const leaseOf = ({ count }: Limit): number => Math.max(1, Math.floor(count / leasesPerWindow));
/**
 * What a window begins with before anybody is asked: a lease of a generous limit, and nothing of one of which every single act is asked for. So whoever
 * comes for a few reads costs no round trip, however many they are.
 */
const beginning = (limit: Limit): number => (leaseOf(limit) > 1 ? leaseOf(limit) : 0);

/**
 * Fixed windows shared by all gateways. A gateway takes permits in leases of a fiftieth of the limit (at least one). It asks the shared counter for them, but for the first
 * lease of a generous limit, which it tells of when it asks for the second. So several gateways together let at most the limit pass, and of a
 * generous one a fiftieth more for each gateway but the first; a lease that is not used up is lost with its window. Without the shared counter
 * every process counts for itself, from what was left when it was heard last, and nobody is refused because of that.
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

  /**
   * What a subject has left, as far as this gateway knows: others may have taken some of it since the shared counter was asked. Null before its first
   * act in a window.
   */
  left(name: LimitName, subject: string): { limit: Limit; remaining: number; resetSeconds: number } | null {
    const window = this.#windows.get(`${name}:${subject}`);
    if (!window || window.endsAt <= this.clock()) return null;
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - this.clock()) / 1000));
    return { limit: this.limits[name], remaining: window.granted + window.untaken, resetSeconds };
  }

  /**
   * Takes a permit for what may turn out not to count. Answers what gives it back: the next one in this window gets it.
   * @throws Refusal `rate_limited` with the seconds to wait.
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
    // A flood from ever new addresses must not eat the memory: the oldest windows go first.
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
      // The rest of this window is counted here alone: what nobody had taken yet as far as is known, at first the whole limit.
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
