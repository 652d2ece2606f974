import { newIdempotencyKey } from './api-client.ts';
import { mayWorkLater } from './api-error.ts';
import { caching } from './caching.ts';

/** Sends an act under one key, once more when the server was away. For what is no mutation of a component, which does the same. */
export async function act<T>(call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = newIdempotencyKey();
  for (let left: number = caching.actRetries; ; left--) {
    try {
      return await call(key);
    } catch (error) {
      if (left === 0 || !mayWorkLater(error)) throw error;
    }
  }
}
