import { Refusal } from '@hearsay/contracts';
import type { Limit, LimitName } from './limit-rules.js';

/** Adds `want` acts to a key. Resolves with the number of acts in its window, and the milliseconds until its end. */
export type SharedCounter = (
  key: string,
  want: number,
  windowMs: number,
) => Promise<{ used: number; endsInMs: number }>;

interface Window {
  endsAt: number;
  granted: number;
  /** Permits granted before the first call of the shared counter. That call reports them. */
  unreported: number;
  /** Permits that no gateway had leased at the last call of the shared counter. */
  unleased: number;
  isSpent: boolean;
  pending: Promise<void> | undefined;
}

const sweepEveryMs = 10_000;
const maxWindows = 200_000;
/** A gateway takes this fraction of a limit at a time, so that a large limit rarely needs the shared counter. */
const leasesPerWindow = 50;

const leaseOf = ({ count }: Limit): number => Math.max(1, Math.floor(count / leasesPerWindow));
/** Permits granted before the first call of the shared counter. Large limits get one lease, small limits none. */
const firstLease = (limit: Limit): number => (leaseOf(limit) > 1 ? leaseOf(limit) : 0);

/**
 * Counts acts in fixed windows that all gateways share. A gateway leases a fiftieth of a limit at a time. It grants the
 * first lease of a large limit unreported, and reports it with the second lease. So each gateway may exceed a large
 * limit by a fiftieth. Without the shared counter, each process counts alone.
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

  /** Takes a locally granted permit. Returns false if `take` must call the shared counter. */
  takeGrantedPermit(name: LimitName, subject: string): boolean {
    const window = this.#windows.get(`${name}:${subject}`);
    if (!window || window.granted <= 0 || window.endsAt <= this.clock()) return false;
    window.granted -= 1;
    return true;
  }

  /** @throws Refusal `rate_limited` with the seconds to wait */
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

  /** The state as this gateway knows it, or null before the first act in a window. */
  windowState(name: LimitName, subject: string): { limit: Limit; remaining: number; resetSeconds: number } | null {
    const window = this.#windows.get(`${name}:${subject}`);
    if (!window || window.endsAt <= this.clock()) return null;
    const resetSeconds = Math.max(1, Math.ceil((window.endsAt - this.clock()) / 1000));
    return { limit: this.limits[name], remaining: window.granted + window.unleased, resetSeconds };
  }

  /** Takes a permit and resolves with a function that gives the permit back. @throws Refusal `rate_limited` */
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

  /** Starts a new window if the last one has ended. */
  #window(key: string, limit: Limit): Window {
    const known = this.#windows.get(key);
    if (known && known.endsAt > this.clock()) return known;
    const window: Window = {
      endsAt: this.clock() + limit.seconds * 1000,
      granted: firstLease(limit),
      unreported: firstLease(limit),
      unleased: limit.count - firstLease(limit),
      isSpent: false,
      pending: undefined,
    };
    this.#windows.set(key, window);
    // Limits memory during a flood of new addresses.
    const oldest = this.#windows.size > maxWindows ? this.#windows.keys().next().value : undefined;
    if (oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }

  /** Takes more permits from the shared counter, which all gateways use. */
  async #lease(key: string, limit: Limit, window: Window): Promise<void> {
    const lease = leaseOf(limit);
    try {
      const { used, endsInMs } = await this.shared(key, lease + window.unreported, limit.seconds * 1000);
      window.endsAt = this.clock() + Math.max(1, endsInMs);
      window.unreported = 0;
      const more = Math.max(0, Math.min(lease, limit.count - (used - lease)));
      // Adds to `granted` and does not replace it, because permits may have been returned during the call.
      window.granted += more;
      window.unleased = Math.max(0, limit.count - used);
      window.isSpent = more === 0;
    } catch {
      // Without the shared counter, this process counts alone until the window ends.
      window.granted += window.unleased;
      window.unleased = 0;
      window.isSpent = true;
    }
  }

  /** Deletes windows that have ended. */
  #sweep(): void {
    const now = this.clock();
    for (const [key, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(key);
  }
}

/** The person, if signed in, and the address by which limits count. */
export interface Reader {
  readonly accountId: string | null;
  readonly address: string;
}

/** A read of the API, or a join of a room. Both have a limit by address and one by account. */
export type ReadKind = 'reads' | 'joins';

/**
 * Takes a permit by address and one by account. Returns true if neither needed the shared counter.
 * @throws Refusal `rate_limited`, as a rejection
 */
export const takeReadPermit = (
  limiter: RateLimiter,
  kind: ReadKind,
  { accountId, address }: Reader,
): true | Promise<true> => {
  const ofAddress = limiter.takeGrantedPermit(`${kind}-address`, address) || limiter.take(`${kind}-address`, address);
  const ofAccount = accountId === null || limiter.takeGrantedPermit(kind, accountId) || limiter.take(kind, accountId);
  return ofAddress === true && ofAccount === true
    ? true
    : Promise.all([ofAddress, ofAccount]).then(() => true as const);
};
