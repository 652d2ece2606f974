import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { querySettings } from '../api/cache.ts';
import { boostQueries } from './boost.queries.ts';

interface KnownBoostsProps {
  readonly of: readonly ContentRef[];
  readonly userId: string;
  readonly hasETag?: boolean;
}

/** Renders nothing. Reads the viewer's boosts of all given items by one call. */
export function BoostStatusReader({ of: items, userId, hasETag = false }: KnownBoostsProps) {
  useQuery({
    ...boostQueries.batch(useQueryClient(), items, userId),
    enabled: items.length > 0,
    refetchInterval: hasETag && querySettings.batchStatus.fresh,
  });
  return null;
}
