import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refusal, unavailable } from '@hearsay/contracts';

/** A range of bytes, counted from 0. Both ends are included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Stores objects under keys of 1 to 100 characters out of A-Z, a-z, 0-9, `_`, `-` and `.`. Every method rejects with
 * the Refusal `unavailable` while the store is away. Errors of the caller's own stream are passed on unchanged.
 */
export interface MediaStore {
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Overwrites the first bytes of an object, at most 8 MiB. The object's size stays the same. @throws Refusal
   * `not_found`
   */
  replaceStart(key: string, start: Uint8Array): Promise<void>;
  size(key: string): Promise<number | null>;
  /** @throws Refusal `not_found` */
  read(key: string, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  draftSize(key: string): Promise<number>;
  /**
   * Appends to a draft at `from`, which must equal `draftSize`, and returns the new size. If `body` fails, the bytes
   * before the error are kept and the error is thrown.
   * @throws Refusal `conflict` if the draft has another size
   */
  append(key: string, from: number, body: Readable): Promise<number>;
  /**
   * Makes an object of a draft with this many bytes. An existing object stays unchanged.
   * @throws Refusal `conflict` if bytes are missing
   */
  finish(key: string, bytes: number): Promise<void>;
  abandon(key: string): Promise<void>;
}

/** Writes, reads and removes a probe object. @throws Refusal `unavailable`, with the store's error as its cause */
const checkMediaStore = async (store: MediaStore): Promise<void> => {
  const key = `probe-${randomUUID()}`;
  await store.draftSize(key);
  await store.write(key, Buffer.from('x'));
  for await (const _ of await store.read(key));
  await store.remove(key);
};

/** How often the store is checked. Checks are rare, because hosted stores charge for each call. */
const askEveryMs = 60_000;

export const mediaStoreToWatch = (store: MediaStore, meanwhile: string) =>
  ({
    server: 'The media store',
    isNeeded: false,
    meanwhile,
    check: () => checkMediaStore(store),
    everyMs: askEveryMs,
  }) as const;

/** Guards against path traversal. It throws an Error instead of a Refusal, because keys come from our own code. */
export const checkKey = (key: string): string => {
  if (!/^\w[\w.-]{0,99}$/.test(key)) throw new Error('This is no key of a media store');
  return key;
};

export const objectNotFoundRefusal = (): Refusal => new Refusal('not_found');
export const draftSizeRefusal = (): Refusal => new Refusal('conflict', 'The upload has another size than expected');

/** Turns the store's error into the refusal `unavailable`, because callers cannot repair the store. */
export const toUnavailableRefusal = (cause: unknown): Refusal =>
  cause instanceof Refusal ? cause : unavailable(cause);

export const unavailableOnError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toUnavailableRefusal(error);
  });
