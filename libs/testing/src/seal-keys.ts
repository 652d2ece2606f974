import { randomBytes } from 'node:crypto';

export const randomSealKeys = () => ({
  SEALED_AUTHOR_KEYS: [randomBytes(32)],
  SEALED_AUTHOR_READING_KEYS: [] as Buffer<ArrayBuffer>[],
  SEALED_AUTHOR_TAG_KEY: randomBytes(32),
});
