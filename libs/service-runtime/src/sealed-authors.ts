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
  /** Keys of 32 bytes. The first one seals, and all of them open. */
  readonly SEALED_AUTHOR_KEYS: readonly Buffer[];
  /** Keys of 32 bytes that only open. */
  readonly SEALED_AUTHOR_READING_KEYS?: readonly Buffer[];
  /** A key of 32 bytes that makes tags. It is not one of the seal keys, and it stays when the seal keys are renewed. */
  readonly SEALED_AUTHOR_TAG_KEY: Buffer;
}

type UnreadableSeal = (error: Error) => void;

export const logUnreadableSeals = (log: Logger, metrics: Pick<Metrics, 'unreadableSeals'>): UnreadableSeal => {
  const told = new Set<string>();
  return (error) => {
    metrics.unreadableSeals.inc();
    if (told.has(error.message)) return;
    told.add(error.message);
    log.error({ err: error }, 'Something sealed cannot be opened and counts as absent');
  };
};

/** The id of an author in seals and tags. Only content can map it to an account, until content deletes the pair. */
export type AuthorId = string & { readonly standsForAnAccount: never };

const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('base64url').slice(0, 8);

/**
 * Seals the authors of anonymous posts, and makes tags by which a service finds a person's own rows. A seal is
 * AES-256-GCM with a random nonce (NIST SP 800-38D), as `keyId.nonce.text.tag` in base64url. Two seals of one text
 * always differ. A tag is HMAC-SHA256(tag key, service, purpose, author id) in base64url. It is the same for all rows
 * of one author and purpose in a service, and differs between services.
 */
export class SealedAuthors {
  readonly #service: string;
  // A key object, because Node takes several times as long with raw bytes.
  readonly #newest: { readonly id: string; readonly key: KeyObject };
  readonly #ring: ReadonlyMap<string, KeyObject>;
  readonly #tagKey: KeyObject;
  readonly #unreadable: UnreadableSeal;

  /** @throws if there is no key, a key has another length than 32 bytes, or a key occurs twice */
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

  /** @throws HaltingError if the seal's key is missing, another error if the seal was changed */
  open(sealed: string): string {
    const [keyId, nonce, text, tag] = sealed.split('.');
    if (!keyId || !nonce || !text || !tag) throw new Error('This is no seal');
    const key = this.#ring.get(keyId);
    if (!key) throw new HaltingError(`Sealed with a key that is not here: ${keyId}`);
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
  }

  /** Opens a seal for a read that can continue without the author. If this fails, returns null and raises an alert. */
  read(sealed: string): string | null {
    try {
      return this.open(sealed);
    } catch (error) {
      this.#unreadable(error as Error);
      return null;
    }
  }

  /** Seals JSON, padded to a multiple of `step` characters, so that the seal's length reveals little. */
  sealJson(value: object, step = 256): string {
    const text = JSON.stringify(value);
    return this.seal(text.padEnd(Math.ceil(text.length / step) * step));
  }

  /** Opens a seal of `sealJson`. If this fails, returns null and raises an alert, like `read`. */
  readJson<T extends object>(sealed: string): T | null {
    const text = this.read(sealed);
    return text === null ? null : (JSON.parse(text) as T);
  }

  /** The tag of an author's rows. It differs for each purpose, such as `answer:<question>`. */
  tagOf(authorId: AuthorId, purpose = 'owner'): string {
    return this.#hmac(`${purpose}|${authorId}`);
  }

  /** The tag of the row that pairs an account with its author id. No other row has this tag. */
  pairTagOf(accountId: string): string {
    return this.#hmac(`pair|${accountId}`);
  }

  /** A code of 128 bits in base64url. Only this service can compute the same code from the same words. */
  computeCode(words: string): string {
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

  /** The author id of an anonymous act. Null for acts by name and by guests. @throws like `open` */
  authorOf(owner: Owner): AuthorId | null {
    return owner.sealed === null ? null : (this.open(owner.sealed) as AuthorId);
  }

  /** Whether a seal belongs to this author id. A seal that cannot be opened counts as another author's. */
  isAuthor({ sealed }: Pick<Owner, 'sealed'>, authorId: AuthorId | null): boolean {
    return sealed !== null && authorId !== null && this.read(sealed) === authorId;
  }
}
