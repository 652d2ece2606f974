import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../src/shared/session/query-client.ts';
import { sessionQueries } from '../src/shared/session/session.queries.ts';
import { AtAddress } from './at-address.tsx';
import { ownUser } from './sample-content.ts';

/** The cache of a page, with its viewer; null is a visitor. */
export function clientOf(viewer: typeof ownUser | null = ownUser): QueryClient {
  const client = createQueryClient();
  client.setQueryData(sessionQueries.current().queryKey, viewer);
  return client;
}

/** Renders with a cache, at an address. */
export function renderWith(client: QueryClient, shown: ReactNode, at: { address?: string; state?: unknown } = {}) {
  return render(
    <QueryClientProvider client={client}>
      <AtAddress {...at}>{shown}</AtAddress>
    </QueryClientProvider>,
  );
}
