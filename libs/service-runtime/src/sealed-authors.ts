import { createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Owner } from '@hearsay/contracts';

/** The length of a nonce for GCM, as NIST SP 800-38D recommends it. */
const nonceBytes = 12;
/** The length of a key for AES-256. */
const keyBytes = 32;

/** What a process needs to know the authors of anonymous posts, see `sealSettings`. */
export interface SealKeys {
  /** Keys of 32 bytes: the first seals, all open. */
  readonly SEALED_AUTHOR_KEYS: readonly Buffer[];
  /** A key of 32 bytes that makes tags. It is no seal's key, and it stays when those are renewed. */
  readonly SEALED_AUTHOR_TAG_KEY: Buffer;
}

const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8);

/**
 * One service's means to seal authors of anonymous posts and to find a person's own ones.
 *
 * A seal is AES-256-GCM over the account id with a fresh nonce (NIST SP 800-38D), as `keyId.nonce.text.tag` in base64url. Two
 * seals of one account never look alike, so seals join nothing. A tag is HMAC-SHA256(tag key, service and account) in
 * base64url: the same for all rows of one person inside a service, so that they can be found, and another in every service.
 */
export class SealedAuthors {
  readonly #service: string;
  // Keys are objects: Node takes several times as long to use one of bytes.
  readonly #newest: { readonly id: string; readonly key: KeyObject };
  readonly #ring: ReadonlyMap<string, KeyObject>;
  readonly #tagKey: KeyObject;

  /** @throws when there is no key, a key is not 32 bytes long or the same key is there twice. */
  constructor({ SEALED_AUTHOR_KEYS: keys, SEALED_AUTHOR_TAG_KEY: tagKey }: SealKeys, service: string) {
    const [newest] = keys;
    if (!newest) throw new Error('There is no key to seal authors with');
    if ([...keys, tagKey].some((key) => key.length !== keyBytes)) throw new Error(`A key of sealed authors is not ${keyBytes} bytes long`);
    this.#ring = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]));
    if (new Set([...keys, tagKey].map(keyIdOf)).size !== keys.length + 1) throw new Error('Two keys of sealed authors are the same');
    this.#newest = { id: keyIdOf(newest), key: createSecretKey(newest) };
    this.#tagKey = createSecretKey(tagKey);
    this.#service = service;
  }

  seal(accountId: string): string {
    const { id, key } = this.#newest;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = Buffer.concat([cipher.update(accountId, 'utf8'), cipher.final()]);
    return [id, nonce.toString('base64url'), text.toString('base64url'), cipher.getAuthTag().toString('base64url')].join('.');
  }

  /** @throws when the seal was made with a key that is not in the ring, or was changed. */
  open(sealed: string): string {
    const [keyId, nonce, text, tag] = sealed.split('.');
    const key = this.#ring.get(keyId ?? '');
    if (!nonce || !text || !tag || !key) throw new Error('Sealed with a key that is not here');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
  }

  /**
   * Finds a person's own rows. With a `purpose` (which may hold an id, as `answer:<question>`) tags of one person under two purposes
   * do not look alike either.
   */
  tagOf(accountId: string, purpose = 'owner'): string {
    return createHmac('sha256', this.#tagKey).update(`${this.#service}|${purpose}|${accountId}`).digest('base64url');
  }

  /** The owner of an act: plain when it is named, sealed when it is anonymous. */
  ownerOf(accountId: string, isAnonymous: boolean): Owner {
    return isAnonymous ? { accountId: null, sealed: this.seal(accountId) } : { accountId, sealed: null };
  }

  /** The account behind an owner; null when there is none. */
  accountOf(owner: Owner): string | null {
    return owner.accountId ?? (owner.sealed ? this.open(owner.sealed) : null);
  }
}
