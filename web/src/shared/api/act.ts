import type { QueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from './api-client.ts';

/** Sends an act under one key, by the rules of all mutations. For code without a mounted component. */
export const act = <T>(
  client: QueryClient,
  call: (idempotencyKey: string) => Promise<T>,
  key = newIdempotencyKey(),
): Promise<T> => client.getMutationCache().build<T, Error, string, unknown>(client, { mutationFn: call }).execute(key);
