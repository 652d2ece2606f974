import { type LiveSession, Refusal, type Session } from '@hearsay/contracts';
import { LRUCache } from 'lru-cache';

export interface Viewer extends Session {
  readonly tokenHash: string;
}

interface CachedSession {
  session: Session;
  confirmedAt: number;
}

const freshMs = 10_000;
/** While identity is away, a cached session stays valid until this long after its last confirmation. */
const outageMs = 5 * 60_000;
const maxSessions = 100_000;
/** Tokens without a session have their own cache, so that invented tokens evict no session. */
const maxUnknown = 10_000;

/** Rejects with `unavailable` while identity is away. */
export type FindSession = (tokenHash: string, correlationId: string) => Promise<Session | null>;

/**
 * Takes a permit to look up an unknown token. Resolves with a function that returns the permit. It is called if the
 * token has a session, or if the lookup fails.
 * @throws Refusal `rate_limited`
 */
export type TakeLookupPermit = () => Promise<() => void>;

const unlimited: TakeLookupPermit = async () => () => undefined;

/** Caches sessions, so that most requests need no call to identity. */
export class Sessions {
  readonly #sessions = new LRUCache<string, CachedSession>({ max: maxSessions });
  readonly #unknownUntil = new LRUCache<string, number>({ max: maxUnknown });
  readonly #asking = new Map<string, Promise<Session | null>>();
  #evictions = 0;

  constructor(
    private readonly ask: FindSession,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The cached session. Null if the token is known to have no session, undefined if only identity can say. */
  findCached(tokenHash: string): Session | null | undefined {
    const entry = this.#sessions.get(tokenHash);
    if (entry) return this.clock() - entry.confirmedAt < freshMs ? entry.session : undefined;
    const unknownUntil = this.#unknownUntil.get(tokenHash);
    return unknownUntil !== undefined && this.clock() < unknownUntil ? null : undefined;
  }

  /** @throws Refusal `unavailable` if identity is away and the session is not cached, `rate_limited` by `permit` */
  find(tokenHash: string, correlationId: string, permit: TakeLookupPermit = unlimited): Promise<Session | null> {
    const findCached = this.findCached(tokenHash);
    if (findCached !== undefined) return Promise.resolve(findCached);
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

  /** `unknown` if the session could not be confirmed now, for example while identity is away. */
  async stateOf(tokenHash: string, correlationId: string): Promise<'live' | 'ended' | 'unknown'> {
    const found = await this.find(tokenHash, correlationId).catch(() => undefined);
    if (found === null) return 'ended';
    return this.findCached(tokenHash) ? 'live' : 'unknown';
  }

  /** Calls identity only for viewers who were ambassadors before. A call for each socket would cost too much. */
  async isAmbassador({ tokenHash, isAmbassador }: Viewer, correlationId: string): Promise<boolean> {
    const findCached = this.findCached(tokenHash);
    if (findCached !== undefined) return findCached?.isAmbassador ?? false;
    if (!isAmbassador) return false;
    const found = await this.find(tokenHash, correlationId).catch(() => null);
    return found?.isAmbassador ?? false;
  }

  /** Forgets one session or all sessions of an account. They are looked up again at their next use. */
  evict(change: LiveSession): void {
    this.#countEviction();
    if (change.tokenHash) this.#sessions.delete(change.tokenHash);
    if (!change.accountId) return;
    for (const [tokenHash, { session }] of this.#sessions)
      if (session.accountId === change.accountId) this.#sessions.delete(tokenHash);
  }

  /**
   * After this call, every session is looked up again. Call it after a lost connection, because messages that evict
   * sessions may be lost too.
   */
  recheckAll(): void {
    this.#countEviction();
    const notFresh = this.clock() - freshMs;
    for (const entry of this.#sessions.values()) entry.confirmedAt = Math.min(entry.confirmedAt, notFresh);
    this.#unknownUntil.clear();
  }

  /** Later callers must not share running lookups, because these may still return the evicted session. */
  #countEviction(): void {
    this.#evictions += 1;
    this.#asking.clear();
  }

  /** Asks identity. During an outage, uses a session that was confirmed a short time ago. */
  async #refresh(tokenHash: string, correlationId: string, permit: TakeLookupPermit): Promise<Session | null> {
    const entry = this.#sessions.get(tokenHash);
    // A token that had a session is not invented, so it needs no permit.
    const giveBack = entry ? undefined : await permit();
    const askedAt = this.clock();
    const evictions = this.#evictions;
    let session: Session | null;
    try {
      session = await this.ask(tokenHash, correlationId);
    } catch (error) {
      giveBack?.();
      const isOutage = error instanceof Refusal && error.code === 'unavailable';
      // The entry is used only if it was not evicted during the call.
      if (isOutage && entry && this.#sessions.get(tokenHash) === entry && this.clock() - entry.confirmedAt < outageMs)
        return entry.session;
      throw error;
    }
    if (session) {
      giveBack?.();
      // After an eviction during the call, the answer may be stale, so it is not cached.
      if (evictions === this.#evictions) this.#sessions.set(tokenHash, { session, confirmedAt: askedAt });
    } else {
      this.#sessions.delete(tokenHash);
      this.#unknownUntil.set(tokenHash, askedAt + freshMs);
    }
    return session;
  }
}
