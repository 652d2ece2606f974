import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { accountOf, ownerOf, sealOwner, unsealOwner } from './sealed-owner.js';

const key = randomBytes(32);
const accountId = randomUUID();

describe('a sealed owner', () => {
  it('comes back with the key it was sealed with', () => {
    expect(unsealOwner(key, sealOwner(key, accountId))).toBe(accountId);
  });

  it('never looks the same twice, so that two seals join nothing', () => {
    expect(sealOwner(key, accountId)).not.toBe(sealOwner(key, accountId));
  });

  it('does not open with another key', () => {
    expect(() => unsealOwner(randomBytes(32), sealOwner(key, accountId))).toThrow('not here');
  });

  it('does not open when a byte of it was changed', () => {
    const [keyId, nonce, text, tag] = sealOwner(key, accountId).split('.');
    const changed = Buffer.from(text!, 'base64url');
    changed[0]! ^= 1;
    expect(() => unsealOwner(key, [keyId, nonce, changed.toString('base64url'), tag].join('.'))).toThrow();
  });

  it('is plain for a named act and sealed for an anonymous one, never both', () => {
    expect(ownerOf(key, accountId, false)).toEqual({ accountId, sealed: null });
    const owner = ownerOf(key, accountId, true);
    expect(owner.accountId).toBeNull();
    expect(JSON.stringify(owner)).not.toContain(accountId);
    expect(accountOf(key, owner)).toBe(accountId);
    expect(accountOf(key, { accountId: null, sealed: null })).toBeNull();
  });
});
