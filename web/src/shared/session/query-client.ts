import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut, mayWorkLater } from '../api/api-error.ts';
import { caching, retryDelay } from '../api/caching.ts';
import { sessionQueries } from './session.queries.ts';
import { loseSession } from './use-session.ts';

/** The data rules of the app, see `caching`: reads offline first, acts only online, no reading again on focus. */
export function createQueryClient(): QueryClient {
  // It hears of changes alone, and an app may be opened without a network.
  onlineManager.setOnline(navigator.onLine);
  // The session is the server's: once it says that nobody is signed in, the page says so too.
  const noticeSignOut = (error: unknown) => {
    const known = client.getQueryData(sessionQueries.current().queryKey);
    if (known && isSignedOut(error)) loseSession(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignOut }),
    mutationCache: new MutationCache({ onError: noticeSignOut }),
    defaultOptions: {
      queries: {
        staleTime: caching.fresh,
        gcTime: caching.kept,
        retry: (failures, error) => failures < caching.retries && mayWorkLater(error),
        retryDelay,
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
      },
      // A repeat is safe because every act carries its own key; a refusal is an answer and is not asked again.
      mutations: {
        retry: (failures, error) => failures < caching.actRetries && mayWorkLater(error),
        networkMode: 'online',
      },
    },
  });
  return client;
}
