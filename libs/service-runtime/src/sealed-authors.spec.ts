import { randomBytes, randomUUID } from 'node:crypto';
import { HaltingError } from '@hearsay/event-store';
import { describe, expect, it } from '@jest/globals';
import { SealedAuthors } from './sealed-authors.js';

const key = randomBytes(32);
const tagKey = randomBytes(32);
const accountId = randomUUID();

const authorsWith = (
  keys: readonly Buffer[],
  service = 'content',
  readingKeys: readonly Buffer[] = [],
  unreadable?: (error: Error) => void,
) =>
  new SealedAuthors(
    { SEALED_AUTHOR_KEYS: keys, SEALED_AUTHOR_READING_KEYS: readingKeys, SEALED_AUTHOR_TAG_KEY: tagKey },
    service,
    unreadable,
  );
const authors = authorsWith([key]);

describe('a sealed author', () => {
  it('comes back with the key it was sealed with', () => {
    expect(authors.open(authors.seal(accountId))).toBe(accountId);
  });

  it('never looks the same twice, so that two seals join nothing', () => {
    expect(authors.seal(accountId)).not.toBe(authors.seal(accountId));
  });

  it('does not open with another key', () => {
    expect(() => authorsWith([randomBytes(32)]).open(authors.seal(accountId))).toThrow('not here');
  });

  it('does not open when a byte of it was changed', () => {
    const [keyId, nonce, text, tag] = authors.seal(accountId).split('.');
    const changed = Buffer.from(text!, 'base64url');
    changed[0]! ^= 1;
    expect(() => authors.open([keyId, nonce, changed.toString('base64url'), tag].join('.'))).toThrow();
  });

  it('is sealed with the first key of the ring and opens with every one of it', () => {
    const old = authors.seal(accountId);
    const renewed = authorsWith([randomBytes(32), key]);
    expect(renewed.open(old)).toBe(accountId);
    const fresh = renewed.seal(accountId);
    expect(renewed.open(fresh)).toBe(accountId);
    expect(() => authors.open(fresh)).toThrow('not here');
  });

  it('opens with a key that is there for reading, and is not sealed with it', () => {
    const fresh = randomBytes(32);
    const prepared = authorsWith([key], 'content', [fresh]);
    expect(prepared.open(authorsWith([fresh, key]).seal(accountId))).toBe(accountId);
    expect(authors.open(prepared.seal(accountId))).toBe(accountId);
  });

  it('is absent for reads, with an alert, when its key is not here', () => {
    const told: string[] = [];
    const others = authorsWith([randomBytes(32)], 'content', [], (error) => told.push(error.message));
    const owner = authors.ownerOf(accountId, true);
    expect([others.read(owner.sealed!), others.isOwner(owner, accountId), others.isOwner({ accountId, sealed: null }, accountId)]).toEqual([
      null,
      false,
      true,
    ]);
    expect(authors.isOwner(owner, accountId)).toBe(true);
    expect(told).toEqual(new Array(2).fill(expect.stringContaining('Sealed with a key that is not here')));
  });

  it('halts a consumer when its key is not here, and not when it was changed', () => {
    expect(() => authorsWith([randomBytes(32)]).open(authors.seal(accountId))).toThrow(HaltingError);
    expect(() => authors.open('no.seal')).toThrow('no seal');
  });

  it('is plain for a named act and sealed for an anonymous one, never both', () => {
    expect(authors.ownerOf(accountId, false)).toEqual({ accountId, sealed: null });
    const owner = authors.ownerOf(accountId, true);
    expect(owner.accountId).toBeNull();
    expect(JSON.stringify(owner)).not.toContain(accountId);
    expect(authors.accountOf(owner)).toBe(accountId);
    expect(authors.accountOf({ accountId: null, sealed: null })).toBeNull();
  });
});

describe('the tag of a person', () => {
  it('is the same in all rows of a service, and stays when the keys of seals are renewed', () => {
    expect(authorsWith([randomBytes(32), key]).tagOf(accountId)).toBe(authors.tagOf(accountId));
  });

  it('differs between persons, services, purposes and tag keys', () => {
    const tags = [
      authors.tagOf(accountId),
      authors.tagOf(randomUUID()),
      authors.tagOf(accountId, 'answer'),
      authorsWith([key], 'engagement').tagOf(accountId),
      new SealedAuthors({ SEALED_AUTHOR_KEYS: [key], SEALED_AUTHOR_TAG_KEY: randomBytes(32) }, 'content').tagOf(accountId),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('the ring of keys', () => {
  it('is refused when it is empty, when a key has another length, and when two keys are the same', () => {
    expect(() => authorsWith([])).toThrow('no key');
    expect(() => authorsWith([randomBytes(16)])).toThrow('32 bytes');
    expect(() => authorsWith([key, key])).toThrow('the same');
    expect(() => authorsWith([tagKey])).toThrow('the same');
    expect(() => authorsWith([key], 'content', [key])).toThrow('the same');
  });
});
