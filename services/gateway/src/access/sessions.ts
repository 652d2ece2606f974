import { type LiveSession, Refusal, type Session } from '@hearsay/contracts';

/** Who asks: a session and the hash of its token. */
export interface Viewer extends Session {
  readonly tokenHash: string;
}

/** What is known of whoever opens a socket. */
export interface Connecting {
  /** The Cookie header. */
  readonly cookie: string | undefined;
  /** As limits count, see `limitedAddress`. */
  readonly address: string;
  readonly isOverTls: boolean;
}

interface CachedSession {
  session: Session;
  confirmedAt: number;
}

/** How long a cached session is trusted without asking identity. */
const freshMs = 10_000;
/** How long a known session goes on after it was last confirmed while identity is away. */
const outageMs = 5 * 60_000;
/** How many sessions are remembered. */
const maxSessions = 100_000;
/** Tokens without a session are kept apart, so that invented ones push out no session. */
const maxUnknown = 10_000;

/** Asks identity about a session; rejects with `unavailable` when identity is away. */
export type AskIdentity = (tokenHash: string, correlationId: string) => Promise<Session | null>;

/**
 * Takes a permit for a token that is unknown here, and answers what gives it back. Only invented tokens count. @throws
 * Refusal `rate_limited`
 */
export type AskingPermit = () => Promise<() => void>;

const unlimited: AskingPermit = async () => () => undefined;

/** The sessions of this gateway's callers, by token hash. */
export class Sessions {
  readonly #sessions = new Map<string, CachedSession>();
  /** Until when (by `clock`) a token is believed to be nobody's. */
  readonly #unknownUntil = new Map<string, number>();
  readonly #asking = new Map<string, Promise<Session | null>>();
  #evictions = 0;

  constructor(
    private readonly ask: AskIdentity,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** What was confirmed within the last ten seconds; undefined = `find` must ask. */
  known(tokenHash: string): Session | null | undefined {
    const entry = this.#sessions.get(tokenHash);
    if (entry) return this.clock() - entry.confirmedAt < freshMs ? entry.session : undefined;
    const unknownUntil = this.#unknownUntil.get(tokenHash);
    return unknownUntil !== undefined && this.clock() < unknownUntil ? null : undefined;
  }

  /**
   * The session behind a token hash, or null.
   * @throws Refusal `unavailable` for an unknown session while identity is away, `rate_limited` as the permit says.
   */
  find(tokenHash: string, correlationId: string, permit: AskingPermit = unlimited): Promise<Session | null> {
    const known = this.known(tokenHash);
    if (known !== undefined) return Promise.resolve(known);
    let asking = this.#asking.get(tokenHash);
    if (!asking) {
      const own = this.#refresh(tokenHash, correlationId, permit).finally(() => {
        if (this.#asking.get(tokenHash) === own) this.#asking.delete(tokenHash);
      });
      this.#asking.set(tokenHash, own);
      asking = own;
    }
    return asking;
  }

  /** Whether a session lives, by identity's own word of the last ten seconds. */
  async stateOf(tokenHash: string, correlationId: string): Promise<'live' | 'ended' | 'unknown'> {
    const found = await this.find(tokenHash, correlationId).catch(() => undefined);
    if (found === null) return 'ended';
    return this.known(tokenHash) ? 'live' : 'unknown';
  }

  /**
   * Confirmed within the last ten seconds. After that only former ambassadors cost a call, so a crowd of sockets is
   * cheap.
   */
  async isAmbassador({ tokenHash, isAmbassador }: Viewer, correlationId: string): Promise<boolean> {
    const known = this.known(tokenHash);
    if (known !== undefined) return known?.isAmbassador ?? false;
    if (!isAmbassador) return false;
    const found = await this.find(tokenHash, correlationId).catch(() => null);
    return found?.isAmbassador ?? false;
  }

  /** What arrives on `live.sessions`: the session has ended, or the account's roles have changed. */
  evict(change: LiveSession): void {
    this.#countEviction();
    if (change.tokenHash) this.#sessions.delete(change.tokenHash);
    if (!change.accountId) return;
    for (const [tokenHash, { session }] of this.#sessions)
      if (session.accountId === change.accountId) this.#sessions.delete(tokenHash);
  }

  /** After a lost connection evictions may have been missed: every session is asked for again. */
  distrust(): void {
    this.#countEviction();
    const notFresh = this.clock() - freshMs;
    for (const entry of this.#sessions.values()) entry.confirmedAt = Math.min(entry.confirmedAt, notFresh);
    this.#unknownUntil.clear();
  }

  /** What identity is being asked may be answered from before: whoever comes from here on asks anew. */
  #countEviction(): void {
    this.#evictions += 1;
    this.#asking.clear();
  }

  async #refresh(tokenHash: string, correlationId: string, permit: AskingPermit): Promise<Session | null> {
    const entry = this.#sessions.get(tokenHash);
    // A session that was somebody's when it was last looked at is no invention.
    const giveBack = entry ? undefined : await permit();
    const askedAt = this.clock();
    const evictions = this.#evictions;
    let session: Session | null;
    try {
      session = await this.ask(tokenHash, correlationId);
    } catch (error) {
      giveBack?.();
      const isOutage = error instanceof Refusal && error.code === 'unavailable';
      // Only while it is still cached: it may have been evicted meanwhile.
      if (isOutage && entry && this.#sessions.get(tokenHash) === entry && this.clock() - entry.confirmedAt < outageMs)
        return entry.session;
      throw error;
    }
    if (session) {
      giveBack?.();
      // An answer may be older than what was published since: the next call asks again.
      if (evictions === this.#evictions)
        this.#remember(this.#sessions, tokenHash, { session, confirmedAt: askedAt }, maxSessions);
    } else {
      this.#sessions.delete(tokenHash);
      this.#remember(this.#unknownUntil, tokenHash, askedAt + freshMs, maxUnknown);
    }
    return session;
  }

  #remember<T>(cache: Map<string, T>, tokenHash: string, value: T, most: number): void {
    cache.set(tokenHash, value);
    if (cache.size <= most) return;
    const oldest = cache.keys().next().value;
    if (oldest !== undefined) cache.delete(oldest);
  }
}
