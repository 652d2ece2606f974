import { randomBytes } from 'node:crypto';

/** Keys of sealed authors for one test, as a service's configuration holds them. */
export const randomSealKeys = () => ({
  SEALED_AUTHOR_KEYS: [randomBytes(32)],
  SEALED_AUTHOR_READING_KEYS: [] as Buffer<ArrayBuffer>[],
  SEALED_AUTHOR_TAG_KEY: randomBytes(32),
});
