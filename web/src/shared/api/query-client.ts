import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionQueries } from '../session/session.queries.ts';
import { endSession } from '../session/use-session.ts';
import { isSignedOut, mayWorkLater } from './api-error.ts';

const MINUTE = 60_000;

/** The data rules of the app: fresh for 5 minutes, kept for 30, two retries with growing pauses, reads offline first, acts only online. */
export function createQueryClient(): QueryClient {
  // The session is the server's: once it says that nobody is signed in, the page says so too.
  const noticeSignOut = (error: unknown) => {
    const known = client.getQueryData(sessionQueries.current().queryKey);
    if (known && isSignedOut(error)) endSession(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignOut }),
    mutationCache: new MutationCache({ onError: noticeSignOut }),
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 30 * MINUTE,
        retry: (failures, error) => failures < 2 && mayWorkLater(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
      },
      // A repeat is safe because every act carries its own key; a refusal is an answer and is not asked again.
      mutations: { retry: (failures, error) => failures < 1 && mayWorkLater(error), networkMode: 'online' },
    },
  });
  return client;
}
