import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../shared/api/api-client.ts';
import { sendAct } from '../../shared/api/api-client.ts';
import { refreshEarnings } from '../../shared/boosts/boost.mutations.ts';
import { markFeedsStale } from '../../shared/lists/list-cache.ts';

export function usePublish() {
  const client = useQueryClient();
  return async <T>(schema: Schema<T>, path: string, body: object, idempotencyKey: string): Promise<T> => {
    const published = await sendAct(client, schema, path, { body }, idempotencyKey);
    void markFeedsStale(client);
    refreshEarnings(client);
    return published;
  };
}
