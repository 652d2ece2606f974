import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../shared/api/api-client.ts';
import { act } from '../../shared/api/api-client.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { feedsChanged } from '../../shared/lists/list-cache.ts';

export function usePublish() {
  const client = useQueryClient();
  return async <T>(schema: Schema<T>, path: string, body: object, idempotencyKey: string): Promise<T> => {
    const published = await act(client, schema, path, { body }, idempotencyKey);
    void feedsChanged(client);
    refreshEarnings(client);
    return published;
  };
}
