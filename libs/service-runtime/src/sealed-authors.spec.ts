import { randomBytes, randomUUID } from 'node:crypto';
import { HaltingError } from '@hearsay/event-store';
import { describe, expect, it } from '@jest/globals';
import { type AuthorId, SealedAuthors } from './sealed-authors.js';

const key = randomBytes(32);
const tagKey = randomBytes(32);
const authorId = randomUUID() as AuthorId;

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
  it('a seal opens with the key that made it', () => {
    expect(authors.open(authors.seal(authorId))).toBe(authorId);
  });

  it('two seals of one author differ, so that they cannot be linked', () => {
    expect(authors.seal(authorId)).not.toBe(authors.seal(authorId));
  });

  it('a seal does not open with another key', () => {
    expect(() => authorsWith([randomBytes(32)]).open(authors.seal(authorId))).toThrow('not here');
  });

  it('a seal does not open after a byte was changed', () => {
    const [keyId, nonce, text, tag] = authors.seal(authorId).split('.');
    const changed = Buffer.from(text!, 'base64url');
    changed[0]! ^= 1;
    expect(() => authors.open([keyId, nonce, changed.toString('base64url'), tag].join('.'))).toThrow();
  });

  it('the first key of the ring seals, and every key opens', () => {
    const old = authors.seal(authorId);
    const renewed = authorsWith([randomBytes(32), key]);
    expect(renewed.open(old)).toBe(authorId);
    const fresh = renewed.seal(authorId);
    expect(renewed.open(fresh)).toBe(authorId);
    expect(() => authors.open(fresh)).toThrow('not here');
  });

  it('a reading key opens seals and makes none', () => {
    const fresh = randomBytes(32);
    const prepared = authorsWith([key], 'content', [fresh]);
    expect(prepared.open(authorsWith([fresh, key]).seal(authorId))).toBe(authorId);
    expect(authors.open(prepared.seal(authorId))).toBe(authorId);
  });

  it("a read gets null, with an alert, if the seal's key is missing", () => {
    const told: string[] = [];
    const others = authorsWith([randomBytes(32)], 'content', [], (error) => told.push(error.message));
    const owner = authors.ownerOf(authorId);
    expect([others.read(owner.sealed!), others.isAuthor(owner, authorId)]).toEqual([null, false]);
    expect([
      authors.isAuthor(owner, authorId),
      authors.isAuthor(owner, null),
      authors.isAuthor({ sealed: null }, authorId),
    ]).toEqual([true, false, false]);
    expect(told).toEqual(new Array(2).fill(expect.stringContaining('Sealed with a key that is not here')));
  });

  it('a missing key halts a consumer, but a changed seal does not', () => {
    expect(() => authorsWith([randomBytes(32)]).open(authors.seal(authorId))).toThrow(HaltingError);
    expect(() => authors.open('no.seal')).toThrow('no seal');
  });

  it('the owner of an anonymous act has a sealed author and no account', () => {
    const owner = authors.ownerOf(authorId);
    expect(owner.accountId).toBeNull();
    expect(JSON.stringify(owner)).not.toContain(authorId);
    expect(authors.authorOf(owner)).toBe(authorId);
    expect(authors.authorOf({ accountId: randomUUID(), sealed: null })).toBeNull();
    expect(authors.authorOf({ accountId: null, sealed: null })).toBeNull();
  });
});

describe('the tag of an author', () => {
  it('a tag is the same in all rows of a service, even after new seal keys', () => {
    expect(authorsWith([randomBytes(32), key]).tagOf(authorId)).toBe(authors.tagOf(authorId));
  });

  it('a tag differs between authors, services, purposes and tag keys', () => {
    const tags = [
      authors.tagOf(authorId),
      authors.tagOf(randomUUID() as AuthorId),
      authors.pairTagOf(authorId),
      authors.tagOf(authorId, 'answer'),
      authorsWith([key], 'engagement').tagOf(authorId),
      new SealedAuthors({ SEALED_AUTHOR_KEYS: [key], SEALED_AUTHOR_TAG_KEY: randomBytes(32) }, 'content').tagOf(
        authorId,
      ),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('the ring of keys', () => {
  it('a ring of keys is refused if it is empty, repeats a key or has a wrong length', () => {
    expect(() => authorsWith([])).toThrow('no key');
    expect(() => authorsWith([randomBytes(16)])).toThrow('32 bytes');
    expect(() => authorsWith([key, key])).toThrow('the same');
    expect(() => authorsWith([tagKey])).toThrow('the same');
    expect(() => authorsWith([key], 'content', [key])).toThrow('the same');
  });
});

describe('a code', () => {
  it('a code depends on its words, the service and the tag key', () => {
    const code = authors.computeCode('words');
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(authorsWith([randomBytes(32)]).computeCode('words')).toBe(code);
    const otherTagKey = { SEALED_AUTHOR_KEYS: [key], SEALED_AUTHOR_TAG_KEY: randomBytes(32) };
    const others = [authors.computeCode('word'), authorsWith([key], 'identity').computeCode('words')];
    expect(new Set([code, ...others, new SealedAuthors(otherTagKey, 'content').computeCode('words')]).size).toBe(4);
  });
});
