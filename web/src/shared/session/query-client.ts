import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { isRetryable, isUnauthorized } from '../api/api-client.ts';
import { querySettings, retryDelay } from '../api/cache.ts';
import { handleLostSession, sessionQueries } from './session.ts';

/** Reads try the network even offline, acts wait for it, and a focus of the window reads nothing. See `querySettings`. */
export function createQueryClient(): QueryClient {
  // Sets the first state, because the manager hears only changes and the app may open offline.
  onlineManager.setOnline(navigator.onLine);
  // A 401 from the server signs the page out.
  const noticeSignOut = (error: unknown) => {
    const known = client.getQueryData(sessionQueries.current().queryKey);
    if (known && isUnauthorized(error)) handleLostSession(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignOut }),
    mutationCache: new MutationCache({ onError: noticeSignOut }),
    defaultOptions: {
      queries: {
        staleTime: querySettings.fresh,
        gcTime: querySettings.kept,
        retry: (failures, error) => failures < querySettings.retries && isRetryable(error),
        retryDelay,
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
      },
      // A retry is safe, because every act has its key.
      mutations: {
        retry: (failures, error) => failures < querySettings.actRetries && isRetryable(error),
        networkMode: 'online',
      },
    },
  });
  return client;
}
