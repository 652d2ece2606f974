import type { QueryClient } from '@tanstack/react-query';
import { loadCode } from '../errors/new-build.ts';

/** Removes deleted content from all cached lists. This code loads late, because few visits need it. */
export async function removeDeletedContent(client: QueryClient, id: string): Promise<void> {
  const { removeFromAllLists } = await loadCode(() => import('./list-cache.ts'));
  removeFromAllLists(client, id);
}
