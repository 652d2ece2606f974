import type { QueryClient } from '@tanstack/react-query';
import { newIdempotencyKey } from './api-client.ts';

/**
 * Sends an act under one key, by the rules of all acts (`createQueryClient`): once more when the server was away, and only with a network, for which
 * it waits. For what is no mutation of a component, such as the acts of a menu that is closed by then.
 */
export const act = <T>(
  client: QueryClient,
  call: (idempotencyKey: string) => Promise<T>,
  key = newIdempotencyKey(),
): Promise<T> => client.getMutationCache().build<T, Error, string, unknown>(client, { mutationFn: call }).execute(key);
