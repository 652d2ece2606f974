import type { ContentRef } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BoostStatusReader } from '../boosts/boost-status-reader.tsx';
import { repostQueries } from './repost.queries.ts';

/** Renders nothing. Reads the viewer's boosts and reposts of all given items, by one call each. */
export function ActStatusReader({ of: items, userId }: { of: readonly ContentRef[]; userId: string }) {
  useQuery({ ...repostQueries.batch(useQueryClient(), items, userId), enabled: items.length > 0 });
  return <BoostStatusReader of={items} userId={userId} />;
}
