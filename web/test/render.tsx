import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../src/shared/session/query-client.ts';
import { sessionQueries } from '../src/shared/session/session.ts';
import { AtAddress } from './at-address.tsx';
import { ownUser } from './sample-content.ts';

/** @param viewer null for a visitor */
export function clientOf(viewer: typeof ownUser | null = ownUser): QueryClient {
  const client = createQueryClient();
  client.setQueryData(sessionQueries.current().queryKey, viewer);
  return client;
}

export function renderWith(client: QueryClient, shown: ReactNode, at: { address?: string; state?: unknown } = {}) {
  return render(
    <QueryClientProvider client={client}>
      <AtAddress {...at}>{shown}</AtAddress>
    </QueryClientProvider>,
  );
}
