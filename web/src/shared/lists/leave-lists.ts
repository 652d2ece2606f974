import type { QueryClient } from '@tanstack/react-query';
import { loadCode } from '../errors/new-build.ts';

/** Removes deleted content everywhere. Few visits need this code, so it loads late. */
export async function leaveLists(client: QueryClient, id: string): Promise<void> {
  const { takeOutEverywhere } = await loadCode(() => import('./list-cache.ts'));
  takeOutEverywhere(client, id);
}
