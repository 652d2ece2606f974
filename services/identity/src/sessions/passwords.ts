import { randomBytes } from 'node:crypto';
import { foldUsername, Refusal, steadyNow } from '@hearsay/contracts';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';

/** Argon2id, the library's default, with 19 MiB, two passes and one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each hash takes a core and 19 MiB for some 30 ms. More concurrent hashes would starve other work. */
const maxConcurrentHashes = 2;
const maxWaiting = 500;

export interface PasswordHasher {
  hash(password: string, options: typeof cost): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Keyboards may encode the same password in different ways (NIST 800-63B, 5.1.1.2). This form is the same for all. */
const normalized = (password: string): string => password.normalize('NFKC');

const busy = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

/** `deadline` is in milliseconds since 1970. @throws Refusal `unavailable` after the deadline */
export const refuseAfterDeadline = (deadline: number): void => {
  if (steadyNow() >= deadline) throw busy();
};

/** Hashes and checks passwords, a few at a time. Deadlines are milliseconds since 1970. */
export class Passwords {
  readonly #argon: PasswordHasher;
  readonly #limit = pLimit(maxConcurrentHashes);
  #decoy: Promise<string> | undefined;

  constructor(argon: PasswordHasher = { hash, verify }) {
    this.#argon = argon;
  }

  /** @throws Refusal `unavailable` if the queue is full, or if the hash has not begun at the deadline */
  hash(password: string, deadline: number): Promise<string> {
    return this.#whenFree(deadline, () => this.#argon.hash(normalized(password), cost));
  }

  /**
   * Checks the normalised password, then the password as typed, because older hashes were made from that. If
   * `passwordHash` is null, checks a decoy hash, which costs the same work, and returns false. @throws Refusal
   * `unavailable` if the queue is full or at the deadline
   */
  async verify(passwordHash: string | null, password: string, deadline: number): Promise<boolean> {
    const decoy = await this.prepareDecoyHash();
    const known = passwordHash ?? decoy;
    const spellings = new Set([normalized(password), password]);
    return this.#whenFree(deadline, async () => {
      for (const spelling of spellings) if (await this.#argon.verify(known, spelling)) return passwordHash !== null;
      return false;
    });
  }

  /** The hash that `verify` checks if there is no account. Computed only once. */
  prepareDecoyHash(): Promise<string> {
    this.#decoy ??= this.#argon.hash(randomBytes(32).toString('base64url'), cost);
    return this.#decoy;
  }

  async #whenFree<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    refuseAfterDeadline(deadline);
    if (this.#limit.pendingCount >= maxWaiting) throw busy();
    return this.#limit(() => {
      refuseAfterDeadline(deadline);
      return work();
    });
  }
}

/** Number of common passwords that are refused, as NIST 800-63B, 5.1.1.2, demands. */
const commonPasswordCount = 3000;
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount));

/** @throws Refusal `invalid_input` at `field` */
export const refuseWeakPassword = (password: string, username: string, field: string): void => {
  const folded = password.normalize('NFKC').trim().toLowerCase();
  const refuse = (message: string) => new Refusal('invalid_input', message, { fields: { [field]: message } });
  if (commonPasswords.has(folded)) throw refuse('This is one of the most common passwords. Please choose another one');
  if (foldUsername(password) === foldUsername(username)) throw refuse('Your password must not be your username');
};
