import type { QueryClient } from '@tanstack/react-query';
import { type Call, newIdempotencyKey, type Schema, send } from './api-client.ts';

/** Sends an act under one key with the defaults of all mutations, for code without a mounted component. */
export const act = <T>(
  client: QueryClient,
  schema: Schema<T>,
  path: string,
  call: Omit<Call, 'idempotencyKey'>,
  key = newIdempotencyKey(),
): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, string, unknown>(client, {
      mutationFn: (idempotencyKey) => send(schema, path, { ...call, idempotencyKey }),
    })
    .execute(key);
