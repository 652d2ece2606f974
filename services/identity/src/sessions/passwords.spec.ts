import { describe, expect, it } from '@jest/globals';
import { hash as hashAsTyped } from '@node-rs/argon2';
import { type PasswordHasher, Passwords } from './passwords.js';

const soon = () => Date.now() + 60_000;

class HeldArgon implements PasswordHasher {
  readonly released: (() => void)[] = [];
  running = 0;
  greatest = 0;

  hash(password: string): Promise<string> {
    return this.#hold(`hash of ${password}`);
  }

  verify(hash: string, password: string): Promise<boolean> {
    return this.#hold(hash === `hash of ${password}`);
  }

  #hold<T>(result: T): Promise<T> {
    this.running += 1;
    this.greatest = Math.max(this.greatest, this.running);
    return new Promise((resolve) =>
      this.released.push(() => {
        this.running -= 1;
        resolve(result);
      }),
    );
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('passwords', () => {
  it('passwords are hashed by argon2id with 19 MiB, two passes and one lane', async () => {
    const passwords = new Passwords();
    const hash = await passwords.hash('correct horse', soon());
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'correct horse', soon())).toBe(true);
    expect(await passwords.verify(hash, 'wrong horse', soon())).toBe(false);
  });

  const rows: [what: string, set: string, typed: string][] = [
    ['composed letters typed as decomposed ones', 'Caf\u00E9 au lait', 'Cafe\u0301 au lait'],
    ['decomposed letters typed as composed ones', 'Cafe\u0301 au lait', 'Caf\u00E9 au lait'],
    ['full width typed as ASCII', '\uFF48\uFF4F\uFF52\uFF53\uFF45\uFF11', 'horse1'],
    ['a ligature typed as letters', 'o\uFB03ce hours', 'office hours'],
    ['a wide blank typed as a blank', 'two\u3000words', 'two words'],
  ];

  it.each(rows)(
    'are equal in each Unicode form, also if an older release hashed them: %s',
    async (_what, set, typed) => {
      const passwords = new Passwords();
      const [hash, older] = [await passwords.hash(set, soon()), await hashAsTyped(set)];
      const outcomes = [hash, hash, hash, older, older].map((known, index) =>
        passwords.verify(known, [typed, set, ` ${typed}`, set, `${set}.`][index]!, soon()),
      );
      expect(await Promise.all(outcomes)).toEqual([true, true, false, true, false]);
    },
  );

  it('a password check without an account does the same work and never succeeds', async () => {
    const verified: string[] = [];
    const passwords = new Passwords({
      hash: async () => '$argon2id$decoy',
      verify: async (hash) => {
        verified.push(hash);
        return true;
      },
    });
    expect(await passwords.verify(null, 'anything', soon())).toBe(false);
    expect(await passwords.verify('$argon2id$real', 'anything', soon())).toBe(true);
    expect(verified).toEqual(['$argon2id$decoy', '$argon2id$real']);
  });

  it('passwords are hashed two at a time', async () => {
    const argon = new HeldArgon();
    const passwords = new Passwords(argon);
    const hashes = Promise.all(['a', 'b', 'c', 'd', 'e'].map((password) => passwords.hash(password, soon())));
    for (let finished = 0; finished < 5; finished += 1) {
      await turn();
      expect(argon.running).toBe(Math.min(2, 5 - finished));
      argon.released.shift()?.();
    }
    expect(await hashes).toEqual(['a', 'b', 'c', 'd', 'e'].map((password) => `hash of ${password}`));
    expect(argon.greatest).toBe(2);
  });

  it('a queued password is not hashed after its deadline', async () => {
    const passwords = new Passwords(new HeldArgon());
    await expect(passwords.hash('late', Date.now() - 1)).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 1 },
    });
  });

  it('a request that expires in the queue makes room for the next request', async () => {
    const argon = new HeldArgon();
    const passwords = new Passwords(argon);
    const running = [passwords.hash('a', soon()), passwords.hash('b', soon())];
    const deadline = Date.now() + 5;
    // Attaches the expectation before the next await, because the promise may reject during it.
    const impatient = expect(passwords.hash('impatient', deadline)).rejects.toMatchObject({ code: 'unavailable' });
    const patient = passwords.hash('patient', soon());
    do await turn();
    while (Date.now() < deadline);
    argon.released.shift()?.();
    await impatient;
    await turn();
    for (const release of argon.released) release();
    expect(await Promise.all([...running, patient])).toEqual(['hash of a', 'hash of b', 'hash of patient']);
  });
});
