import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { sessionQueries } from '../../shared/session/session.queries.ts';

/** Reads the session's user again whenever earnings have made `xp.own` stale. */
export function useOwnUser() {
  const client = useQueryClient();
  const { data: user } = useQuery(sessionQueries.current());
  const { isError, refetch } = useQuery({
    queryKey: queryKeys.xp.own,
    queryFn: () => client.fetchQuery({ ...sessionQueries.current(), staleTime: 0 }),
    staleTime: 0,
  });
  return { user, isError, refetch };
}
