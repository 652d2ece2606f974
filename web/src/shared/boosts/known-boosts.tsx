import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { caching } from '../api/caching.ts';
import { boostQueries } from './boost.queries.ts';

interface KnownBoostsProps {
  readonly of: readonly ContentRef[];
  readonly userId: string;
  /** Asks again from time to time, where nothing else tells of others' boosts. */
  readonly isPolled?: boolean;
}

/** Draws nothing: asks in one call which things of a list the viewer has boosted, for the buttons to show. */
export function KnownBoosts({ of: items, userId, isPolled = false }: KnownBoostsProps) {
  useQuery({
    ...boostQueries.batch(useQueryClient(), items, userId),
    enabled: items.length > 0,
    refetchInterval: isPolled && caching.batchStatus.fresh,
  });
  return null;
}
