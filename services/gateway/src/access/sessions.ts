import { type LiveSession, Refusal, type Session } from '@hearsay/contracts';

interface CachedSession {
  session: Session | null;
  confirmedAt: number;
  pending: Promise<Session | null> | undefined;
}

/** A cached session is believed so long without asking. */
const freshMs = 10_000;
/** While identity is away, known sessions go on for so long after they were last confirmed. */
const outageMs = 5 * 60_000;
const maxSessions = 100_000;

/** Asks identity; rejects with `unavailable` when it is away. */
export type AskIdentity = (tokenHash: string, correlationId: string) => Promise<Session | null>;

/** The sessions of this gateway's callers, by token hash. */
export class Sessions {
  readonly #cache = new Map<string, CachedSession>();

  constructor(
    private readonly ask: AskIdentity,
    private readonly clock: () => number = Date.now,
  ) {}

  /** What was confirmed within the last ten seconds; undefined = `find` must ask. */
  known(tokenHash: string): Session | null | undefined {
    const entry = this.#cache.get(tokenHash);
    return entry && this.clock() - entry.confirmedAt < freshMs ? entry.session : undefined;
  }

  /** The session behind a token hash, or null. @throws Refusal `unavailable` for an unknown session while identity is away. */
  async find(tokenHash: string, correlationId: string): Promise<Session | null> {
    const known = this.known(tokenHash);
    if (known !== undefined) return known;
    let entry = this.#cache.get(tokenHash);
    if (!entry) {
      entry = { session: null, confirmedAt: Number.NEGATIVE_INFINITY, pending: undefined };
      this.#remember(tokenHash, entry);
    }
    const asked = entry;
    asked.pending ??= this.#refresh(tokenHash, asked, correlationId).finally(() => {
      asked.pending = undefined;
    });
    return asked.pending;
  }

  /** Whether a session lives, by identity's own word of the last ten seconds. */
  async stateOf(tokenHash: string, correlationId: string): Promise<'live' | 'ended' | 'unknown'> {
    const found = await this.find(tokenHash, correlationId).catch(() => undefined);
    if (found === null) return 'ended';
    return this.known(tokenHash) ? 'live' : 'unknown';
  }

  /** What `live.sessions` tells: the session has ended, or the account's roles have changed. */
  evict(change: LiveSession): void {
    if (change.tokenHash) this.#cache.delete(change.tokenHash);
    if (!change.accountId) return;
    for (const [tokenHash, entry] of this.#cache) if (entry.session?.accountId === change.accountId) this.#cache.delete(tokenHash);
  }

  /** After a lost connection evictions may have been missed: every session is asked for again. */
  distrust(): void {
    const notFresh = this.clock() - freshMs;
    for (const entry of this.#cache.values()) entry.confirmedAt = Math.min(entry.confirmedAt, notFresh);
  }

  async #refresh(tokenHash: string, entry: CachedSession, correlationId: string): Promise<Session | null> {
    const askedAt = this.clock();
    try {
      entry.session = await this.ask(tokenHash, correlationId);
      entry.confirmedAt = askedAt;
      return entry.session;
    } catch (error) {
      const isOutage = error instanceof Refusal && error.code === 'unavailable';
      if (isOutage && entry.session && this.clock() - entry.confirmedAt < outageMs) return entry.session;
      if (!entry.session) this.#cache.delete(tokenHash);
      throw error;
    }
  }

  #remember(tokenHash: string, entry: CachedSession): void {
    this.#cache.set(tokenHash, entry);
    if (this.#cache.size <= maxSessions) return;
    const oldest = this.#cache.keys().next().value;
    if (oldest !== undefined) this.#cache.delete(oldest);
  }
}
