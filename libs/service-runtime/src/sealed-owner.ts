import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Owner } from '@hearsay/contracts';

/*
 * Sealed authors: AES-256-GCM over the account id with a fresh nonce (NIST SP 800-38D), as `keyId.nonce.text.tag` in
 * base64url. Two seals of one account never look alike, so sealed texts join nothing.
 */
const nonceBytes = 12;

const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8);

export const sealOwner = (key: Buffer, accountId: string): string => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(accountId, 'utf8'), cipher.final()]);
  return [keyIdOf(key), nonce.toString('base64url'), text.toString('base64url'), cipher.getAuthTag().toString('base64url')].join('.');
};

/** @throws when the seal was made with another key or was changed. */
export const unsealOwner = (key: Buffer, sealed: string): string => {
  const [keyId, nonce, text, tag] = sealed.split('.');
  if (!nonce || !text || !tag || keyId !== keyIdOf(key)) throw new Error('Sealed with a key that is not here');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
  decipher.setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
};

/** The owner of an act: plain when it is named, sealed when it is anonymous. */
export const ownerOf = (key: Buffer, accountId: string, isAnonymous: boolean): Owner =>
  isAnonymous ? { accountId: null, sealed: sealOwner(key, accountId) } : { accountId, sealed: null };

/** The account behind an owner; null when there is none. */
export const accountOf = (key: Buffer, owner: Owner): string | null =>
  owner.accountId ?? (owner.sealed ? unsealOwner(key, owner.sealed) : null);
