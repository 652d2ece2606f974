import { type ContentRef, contentKey, limits } from '@hearsay/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Schema, send } from './api-client.ts';

/** True when an own act or a later read updated the key after the request (`Date.now()`). */
export const isOlderThanKnown = (client: QueryClient, key: QueryKey, askedAt: number): boolean =>
  (client.getQueryState(key)?.dataUpdatedAt ?? 0) > askedAt;

/** One call for a list. Each status goes to the key that its button reads, unless that knows a later one. */
export async function readStatuses<Status>(
  client: QueryClient,
  schema: Schema<Readonly<Record<string, Status>>>,
  path: string,
  body: { readonly items: readonly ContentRef[]; readonly userId: string },
  keyOf: (item: ContentRef) => QueryKey,
  isWaiting: (item: ContentRef) => boolean = () => false,
): Promise<Readonly<Record<string, Status>>> {
  const items = body.items.slice(0, limits.batchStatusItems);
  const askedAt = Date.now();
  const statuses = await send(schema, path, { body: { ...body, items } });
  for (const item of items) {
    const status = statuses[contentKey(item)];
    if (status && !isWaiting(item) && !isOlderThanKnown(client, keyOf(item), askedAt))
      client.setQueryData(keyOf(item), status);
  }
  return statuses;
}
