import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { caching } from '../api/caching.ts';
import { boostQueries } from './boost.queries.ts';

interface KnownBoostsProps {
  readonly of: readonly ContentRef[];
  readonly userId: string;
  readonly isPolled?: boolean;
}

/** Draws nothing. One call reads which items the viewer has boosted. */
export function KnownBoosts({ of: items, userId, isPolled = false }: KnownBoostsProps) {
  useQuery({
    ...boostQueries.batch(useQueryClient(), items, userId),
    enabled: items.length > 0,
    refetchInterval: isPolled && caching.batchStatus.fresh,
  });
  return null;
}
