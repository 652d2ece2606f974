import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { boostQueries } from './boost.queries.ts';

interface KnownBoostsProps {
  readonly of: readonly ContentRef[];
  readonly userId: string;
}

/** Draws nothing: asks in one call which things of a list the viewer has boosted, for the buttons to show. */
export function KnownBoosts({ of: items, userId }: KnownBoostsProps) {
  useQuery({ ...boostQueries.batch(useQueryClient(), items, userId), enabled: items.length > 0 });
  return null;
}
