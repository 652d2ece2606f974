import type { QueryClient } from '@tanstack/react-query';
import { loadCode } from '../errors/new-build.ts';

/** Takes content that is gone out of all that shows it. Its code comes then: few visits need it. */
export async function leaveLists(client: QueryClient, id: string): Promise<void> {
  const { takeOutEverywhere } = await loadCode(() => import('./list-cache.ts'));
  takeOutEverywhere(client, id);
}
