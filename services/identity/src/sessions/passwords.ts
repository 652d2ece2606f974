import { randomBytes } from 'node:crypto';
import { foldUsername, Refusal, steadyNow } from '@hearsay/contracts';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';

/** Argon2id (the library's default algorithm) with 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each hash takes a core and 19 MiB for some 30 ms. More at once would starve other work. */
const maxAtOnce = 2;
const maxWaiting = 500;

export interface Argon {
  hash(password: string, options: typeof cost): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Makes passwords equal across keyboards (NIST 800-63B, 5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

const busy = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

/** @throws Refusal `unavailable` at the deadline, in ms since 1970 */
export const refuseLate = (deadline: number): void => {
  if (steadyNow() >= deadline) throw busy();
};

/** Deadlines are ms since 1970. */
export class Passwords {
  readonly #argon: Argon;
  readonly #limit = pLimit(maxAtOnce);
  #decoy: Promise<string> | undefined;

  constructor(argon: Argon = { hash, verify }) {
    this.#argon = argon;
  }

  /** @throws Refusal `unavailable` if the queue is full, or if the hash has not begun at the deadline */
  hash(password: string, deadline: number): Promise<string> {
    return this.#inTurn(deadline, () => this.#argon.hash(normal(password), cost));
  }

  /**
   * Also checks the password as typed, because older hashes are not normalised. A null hash costs the same work on a
   * decoy. @throws Refusal `unavailable` if the queue is full, or if the check has not begun at the deadline
   */
  async verify(passwordHash: string | null, password: string, deadline: number): Promise<boolean> {
    const decoy = await this.prepare();
    const known = passwordHash ?? decoy;
    const spellings = new Set([normal(password), password]);
    return this.#inTurn(deadline, async () => {
      for (const spelling of spellings) if (await this.#argon.verify(known, spelling)) return passwordHash !== null;
      return false;
    });
  }

  prepare(): Promise<string> {
    this.#decoy ??= this.#argon.hash(randomBytes(32).toString('base64url'), cost);
    return this.#decoy;
  }

  async #inTurn<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    refuseLate(deadline);
    if (this.#limit.pendingCount >= maxWaiting) throw busy();
    return this.#limit(() => {
      refuseLate(deadline);
      return work();
    });
  }
}

/** Size of the list of refused passwords that NIST 800-63B, 5.1.1.2, asks for. */
const refusedCount = 3000;
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, refusedCount));

/** @throws Refusal `invalid_input` at `field` */
export const refuseWeakPassword = (password: string, username: string, field: string): void => {
  const folded = password.normalize('NFKC').trim().toLowerCase();
  const refuse = (message: string) => new Refusal('invalid_input', message, { fields: { [field]: message } });
  if (common.has(folded)) throw refuse('This is one of the most common passwords. Please choose another one');
  if (foldUsername(password) === foldUsername(username)) throw refuse('Your password must not be your username');
};
