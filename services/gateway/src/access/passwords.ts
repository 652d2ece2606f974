import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type CallContext, foldUsername, identityRpc, Refusal } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { LimitName } from './limit-rules.js';
import { RateLimiter } from './rate-limiter.js';
import { cookie } from './session-cookie.js';

const ownCookie = cookie('hearsay_browser');
const lifetimeSeconds = 365 * 24 * 3600;
const idBytes = 16;
const maxPeople = 5;
const entryForm = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** `generation` changes with each new password and reveals nothing about the password. */
export interface KnownAccount {
  readonly username: string;
  readonly generation: string;
}

/**
 * Recognizes browsers by a cookie with one `id.mac` per account, joined by colons. `mac` is HMAC-SHA256 over id, name
 * and password generation. So a new password makes all browsers unknown for its account.
 */
export class KnownBrowsers {
  constructor(private readonly secret: Buffer) {}

  /** True if the cookie has entries of the right form. Their MACs may be wrong. */
  hasEntries(cookieHeader: string | undefined, isOverTls: boolean): boolean {
    return this.#entries(cookieHeader, isOverTls).length > 0;
  }

  /** Null if this browser has never signed in to this name with this password. */
  idOf(cookieHeader: string | undefined, account: KnownAccount, isOverTls: boolean): string | null {
    return this.#entries(cookieHeader, isOverTls).flatMap((entry) => this.#idIn(entry, account) ?? [])[0] ?? null;
  }

  /** Returns the Set-Cookie header with this account first. The oldest entries above the maximum drop out. */
  remember(cookieHeader: string | undefined, account: KnownAccount, isOverTls: boolean): string {
    const entries = this.#entries(cookieHeader, isOverTls);
    const known = entries.find((entry) => this.#idIn(entry, account) !== null);
    const others = entries.filter((entry) => entry !== known);
    const value = [known ?? this.#newEntry(account), ...others].slice(0, maxPeople).join(':');
    return ownCookie.write(value, lifetimeSeconds, isOverTls);
  }

  #entries(cookieHeader: string | undefined, isOverTls: boolean): string[] {
    const value = ownCookie.read(cookieHeader, isOverTls) ?? '';
    return value.split(':', maxPeople).filter((entry) => entryForm.test(entry));
  }

  /** Null if the entry belongs to another account or password. */
  #idIn(entry: string, account: KnownAccount): string | null {
    const [, id = '', mac = ''] = entryForm.exec(entry) ?? [];
    return timingSafeEqual(Buffer.from(mac, 'base64url'), this.#macOf(id, account)) ? id : null;
  }

  #newEntry(account: KnownAccount): string {
    const id = randomBytes(idBytes).toString('base64url');
    return `${id}.${this.#macOf(id, account).toString('base64url')}`;
  }

  #macOf(id: string, { username, generation }: KnownAccount): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['known browser', id, foldUsername(username), generation]))
      .digest();
  }
}

/** Codes of a wrong password: `unauthenticated` at a sign-in, `forbidden` when a signed-in person enters it. */
const wrongPassword = new Set(['unauthenticated', 'forbidden']);

/**
 * Limits wrong passwords of unknown browsers by name and by address. A known browser has its own limit instead, so that
 * strangers cannot lock it out. All known browsers of a name also share one limit.
 */
export class PasswordLimiter {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws Refusal `rate_limited` after too many wrong passwords */
  async runCheck<T>(
    { username, address, knownBrowser }: { username: string; address: string; knownBrowser: string | null },
    check: () => Promise<T>,
  ): Promise<T> {
    await this.limiter.take('login', knownBrowser ?? address);
    // Hashes the name, so that keys are short and contain no names.
    const name = hash('sha256', foldUsername(username), 'base64url');
    const limits: readonly (readonly [LimitName, string])[] =
      knownBrowser === null
        ? [
            ['login-name', name],
            ['login-address', address],
          ]
        : [
            ['login-browser', knownBrowser],
            ['login-browsers', name],
          ];
    const borrowed: (() => void)[] = [];
    const giveBack = () => {
      for (const give of borrowed) give();
    };
    try {
      // Takes permits before the check, so that parallel attempts count. Returns them unless the password was wrong.
      for (const [limit, subject] of limits) borrowed.push(await this.limiter.borrow(limit, subject));
      const passed = await check();
      giveBack();
      return passed;
    } catch (error) {
      if (!(error instanceof Refusal && wrongPassword.has(error.code))) giveBack();
      throw error;
    }
  }
}

/** A password check for one username, from one browser. */
export interface PasswordAttempt {
  readonly username: string;
  readonly address: string;
  readonly cookie: string | undefined;
  readonly isOverTls: boolean;
  readonly context: CallContext;
}

export class PasswordChecks {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limiter: PasswordLimiter,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** @throws Refusal `rate_limited` after too many wrong passwords */
  async runCheck<T>(attempt: PasswordAttempt, check: () => Promise<T>): Promise<T> {
    const { cookie, username, isOverTls, address } = attempt;
    const generation = this.browsers.hasEntries(cookie, isOverTls) ? await this.#generation(attempt) : null;
    const knownBrowser = generation === null ? null : this.browsers.idOf(cookie, { username, generation }, isOverTls);
    return this.limiter.runCheck({ username, address, knownBrowser }, check);
  }

  /** Set-Cookie headers. Empty if the password generation cannot be read or the account is unknown. */
  async rememberBrowser(attempt: PasswordAttempt): Promise<string[]> {
    const { cookie, username, isOverTls } = attempt;
    const generation = await this.#generation(attempt).catch(() => null);
    return generation === null ? [] : [this.browsers.remember(cookie, { username, generation }, isOverTls)];
  }

  /** Changes with each new password. Null for an unknown name. */
  async #generation({ username, context }: PasswordAttempt): Promise<string | null> {
    const { correlationId, deadline } = context;
    const asked = { correlationId, deadline, accountId: null };
    return (await this.rpc.call(identityRpc.passwordGeneration, { username }, asked)).generation;
  }
}
