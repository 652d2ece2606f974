import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Owner } from '@hearsay/contracts';
import { HaltingError } from '@hearsay/event-store';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** The length of a GCM nonce that NIST SP 800-38D recommends. */
const nonceBytes = 12;
const keyBytes = 32;

export interface SealKeys {
  /** Keys of 32 bytes: the first seals, all open. */
  readonly SEALED_AUTHOR_KEYS: readonly Buffer[];
  /** Keys of 32 bytes that open and never seal. */
  readonly SEALED_AUTHOR_READING_KEYS?: readonly Buffer[];
  /** A key of 32 bytes that makes tags. It differs from the seal keys and stays when those are renewed. */
  readonly SEALED_AUTHOR_TAG_KEY: Buffer;
}

type UnreadableSeal = (error: Error) => void;

export const tellOfUnreadableSeals = (log: Logger, metrics: Pick<Metrics, 'unreadableSeals'>): UnreadableSeal => {
  const told = new Set<string>();
  return (error) => {
    metrics.unreadableSeals.inc();
    if (told.has(error.message)) return;
    told.add(error.message);
    log.error({ err: error }, 'Something sealed cannot be opened and counts as absent');
  };
};

/** Only content maps it to an account. After content deletes the pair, sealed authors are unknown for ever. */
export type AuthorId = string & { readonly standsForAnAccount: never };

const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8);

/**
 * Seals the authors of anonymous posts and finds a person's own rows, for one service. A seal is AES-256-GCM with a
 * fresh nonce (NIST SP 800-38D), as `keyId.nonce.text.tag` in base64url. Two seals of one text always differ. A tag is
 * HMAC-SHA256(tag key, service, purpose, author id) in base64url. It is equal for one author inside a service and
 * differs between services.
 */
export class SealedAuthors {
  readonly #service: string;
  // Node takes several times as long with raw bytes as with key objects.
  readonly #newest: { readonly id: string; readonly key: KeyObject };
  readonly #ring: ReadonlyMap<string, KeyObject>;
  readonly #tagKey: KeyObject;
  readonly #unreadable: UnreadableSeal;

  /** @throws when there is no key, a key is not 32 bytes long, or a key occurs twice */
  constructor(
    { SEALED_AUTHOR_KEYS, SEALED_AUTHOR_READING_KEYS = [], SEALED_AUTHOR_TAG_KEY: tagKey }: SealKeys,
    service: string,
    unreadable: UnreadableSeal = () => undefined,
  ) {
    const [newest] = SEALED_AUTHOR_KEYS;
    if (!newest) throw new Error('There is no key to seal authors with');
    const keys = [...SEALED_AUTHOR_KEYS, ...SEALED_AUTHOR_READING_KEYS];
    if ([...keys, tagKey].some((key) => key.length !== keyBytes))
      throw new Error(`A key of sealed authors is not ${keyBytes} bytes long`);
    this.#ring = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]));
    if (new Set([...keys, tagKey].map(keyIdOf)).size !== keys.length + 1)
      throw new Error('Two keys of sealed authors are the same');
    this.#newest = { id: keyIdOf(newest), key: createSecretKey(newest) };
    this.#tagKey = createSecretKey(tagKey);
    this.#service = service;
    this.#unreadable = unreadable;
  }

  seal(words: string): string {
    const { id, key } = this.#newest;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const text = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()]);
    return [
      id,
      nonce.toString('base64url'),
      text.toString('base64url'),
      cipher.getAuthTag().toString('base64url'),
    ].join('.');
  }

  /** @throws HaltingError when the seal's key is not in the ring, another error when the seal was changed */
  open(sealed: string): string {
    const [keyId, nonce, text, tag] = sealed.split('.');
    if (!keyId || !nonce || !text || !tag) throw new Error('This is no seal');
    const key = this.#ring.get(keyId);
    if (!key) throw new HaltingError(`Sealed with a key that is not here: ${keyId}`);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
  }

  /** As `open`, for reads that continue without the author: returns null and raises an alert. */
  read(sealed: string): string | null {
    try {
      return this.open(sealed);
    } catch (error) {
      this.#unreadable(error as Error);
      return null;
    }
  }

  /** Padded to a multiple of `step` characters, so that the seal's length reveals little. */
  sealJson(value: object, step = 256): string {
    const text = JSON.stringify(value);
    return this.seal(text.padEnd(Math.ceil(text.length / step) * step));
  }

  /** As `read`. */
  readJson<T extends object>(sealed: string): T | null {
    const text = this.read(sealed);
    return text === null ? null : (JSON.parse(text) as T);
  }

  /** Finds an author's own rows. Tags of one author under two purposes (such as `answer:<question>`) differ. */
  tagOf(authorId: AuthorId, purpose = 'owner'): string {
    return this.#hmac(`${purpose}|${authorId}`);
  }

  /** Finds the row that pairs an account with its author id. No other row holds this tag. */
  pairTagOf(accountId: string): string {
    return this.#hmac(`pair|${accountId}`);
  }

  /** 128 bits in base64url. Only this service can compute them again, from the same words. */
  codeOf(words: string): string {
    return Buffer.from(this.#hmac(`code|${words}`), 'base64url')
      .subarray(0, 16)
      .toString('base64url');
  }

  #hmac(words: string): string {
    return createHmac('sha256', this.#tagKey).update(`${this.#service}|${words}`).digest('base64url');
  }

  ownerOf(authorId: AuthorId): Owner {
    return { accountId: null, sealed: this.seal(authorId) };
  }

  /** Null for a named act and for a guest's. @throws as `open` */
  authorOf(owner: Owner): AuthorId | null {
    return owner.sealed === null ? null : (this.open(owner.sealed) as AuthorId);
  }

  /** An unreadable seal counts as another author's. */
  isAuthor({ sealed }: Pick<Owner, 'sealed'>, authorId: AuthorId | null): boolean {
    return sealed !== null && authorId !== null && this.read(sealed) === authorId;
  }
}
