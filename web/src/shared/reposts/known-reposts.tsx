import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { repostQueries } from './repost.queries.ts';

interface KnownRepostsProps {
  readonly of: readonly ContentRef[];
  readonly userId: string;
}

/** Draws nothing: asks in one call which things of a list the viewer has reposted, for the buttons to show. */
export function KnownReposts({ of: items, userId }: KnownRepostsProps) {
  useQuery({ ...repostQueries.batch(useQueryClient(), items, userId), enabled: items.length > 0 });
  return null;
}
