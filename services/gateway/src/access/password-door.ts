import { hash } from 'node:crypto';
import { foldUsername, Refusal } from '@hearsay/contracts';
import type { LimitName } from './limit-rules.js';
import { RateLimiter } from './rate-limiter.js';

/** Who tries a password. */
export interface PasswordAttempt {
  readonly username: string;
  readonly address: string;
  /** The id of the browser, when it has signed in to this account before, see `KnownBrowsers`. */
  readonly knownBrowser: string | null;
}

/** How a wrong password is refused: at sign-in, and where somebody signed in has to give theirs again. */
const wrongPassword = new Set(['unauthenticated', 'forbidden']);

/**
 * The one way to everything that checks a password. Failed attempts are counted by name, whether or not somebody has it, and by address.
 * A browser that has signed in to the account before is counted for itself, so that strangers lock nobody out. All such browsers of a name together have a total.
 */
export class PasswordDoor {
  constructor(private readonly limiter: RateLimiter) {}

  /** Runs `check`, whose refusal as `unauthenticated` or `forbidden` is a failed attempt. @throws Refusal `rate_limited` after too many. */
  async pass<T>({ username, address, knownBrowser }: PasswordAttempt, check: () => Promise<T>): Promise<T> {
    await this.limiter.take('login', knownBrowser ?? address);
    // A hash: names stay out of Redis, and all keys are short.
    const name = hash('sha256', foldUsername(username), 'base64url');
    // Permits are taken beforehand, and given back unless the password was wrong: attempts at the same time are counted like others.
    const giveBack = await this.#borrow(
      knownBrowser === null
        ? [
            ['login-name', name],
            ['login-address', address],
          ]
        : [
            ['login-browser', knownBrowser],
            ['login-browsers', name],
          ],
    );
    try {
      const passed = await check();
      giveBack();
      return passed;
    } catch (error) {
      if (!(error instanceof Refusal && wrongPassword.has(error.code))) giveBack();
      throw error;
    }
  }

  async #borrow(limits: readonly (readonly [LimitName, string])[]): Promise<() => void> {
    const borrowed: (() => void)[] = [];
    const giveBack = () => {
      for (const give of borrowed) give();
    };
    try {
      for (const [name, subject] of limits) borrowed.push(await this.limiter.borrow(name, subject));
    } catch (error) {
      giveBack();
      throw error;
    }
    return giveBack;
  }
}
