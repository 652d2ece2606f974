import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refusal } from '@hearsay/contracts';

/** Bytes of an object from `from` to `to`, both included, counted from 0. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Objects under keys, and drafts that become objects. Keys are 1 to 100 of A-Z, a-z, 0-9, `_`, `-` and `.`. Every method rejects with the Refusal
 * `unavailable` when the store is away; only mistakes of the caller's own stream come through as they are.
 */
export interface MediaStore {
  /** Keeps a whole object, or replaces it. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Replaces the first bytes of an object, at most 8 MiB of them; its size stays. @throws Refusal `not_found` */
  replaceStart(key: string, start: Uint8Array): Promise<void>;
  /** How many bytes an object has; null = there is none. */
  size(key: string): Promise<number | null>;
  /** Streams an object or a part of it. @throws Refusal `not_found` */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes an object; without one nothing happens. */
  remove(key: string): Promise<void>;
  /** How many bytes of a draft are kept; 0 = there is no draft. */
  draftSize(key: string): Promise<number>;
  /**
   * Goes on with a draft at `from`, which must be what `draftSize` says, and answers its new size. When `body` fails, its error is thrown after what
   * came before is kept. @throws Refusal `conflict` when the draft has another size
   */
  append(key: string, from: number, body: Readable): Promise<number>;
  /** Makes an object of a draft of so many bytes; an object that is there already stays as it is. @throws Refusal `conflict` when bytes are missing */
  finish(key: string, bytes: number): Promise<void>;
  /** Throws a draft away; without one nothing happens. */
  abandon(key: string): Promise<void>;
}

/** Uses a store as a process does. @throws Refusal `unavailable` with what the store answers as its cause */
const checkMediaStore = async (store: MediaStore): Promise<void> => {
  const key = `probe-${randomUUID()}`;
  await store.draftSize(key);
  await store.write(key, Buffer.from('x'));
  for await (const _ of await store.read(key));
  await store.remove(key);
};

/** How often a store is asked, since stores of others are paid by the call. */
const askEveryMs = 60_000;

/** A store as `ServerWatch` of the service runtime asks it. `meanwhile` says what its refusal means. */
export const watchedStore = (store: MediaStore, meanwhile: string) =>
  ({
    server: 'The media store',
    isNeeded: false,
    meanwhile,
    check: () => checkMediaStore(store),
    everyMs: askEveryMs,
  }) as const;

/** @throws Error: keys come from our own code, and nobody may find a way out of the store through them. */
export const checkKey = (key: string): string => {
  if (!/^\w[\w.-]{0,99}$/.test(key)) throw new Error('This is no key of a media store');
  return key;
};

export const missing = (): Refusal => new Refusal('not_found');
export const draftHasAnotherSize = (): Refusal => new Refusal('conflict', 'The upload has another size than expected');

/** What failed behind the store is nothing that a caller could mend. */
export const away = (cause: unknown): Refusal => {
  if (cause instanceof Refusal) return cause;
  const refusal = new Refusal('unavailable', undefined, { retryAfter: 1 });
  refusal.cause = cause;
  return refusal;
};
