import type { OwnUser } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/cache.ts';
import { personQueries } from '../people/person.queries.ts';
import { readStored, writeStored } from '../store/storage.ts';
import { peopleTexts } from '../texts/people.ts';
import { toast } from '../toast/toast.ts';

const keyOf = (userId: string): string => `first-boost:${userId}`;

/**
 * Tells a person once that their boosts are public. Reads the profile once per account and browser, because an account
 * may have boosted elsewhere. Without storage it says nothing, because it would repeat the hint at every boost.
 */
export async function showFirstBoostHint(client: QueryClient, userId: string): Promise<void> {
  if (readStored(keyOf(userId)) !== null || !writeStored(keyOf(userId), 'told')) return;
  const own = client.getQueryData<OwnUser | null>(queryKeys.session);
  if (own?.id !== userId || !own.showActivity) return;
  const { stats } = await client.fetchQuery({ ...personQueries.profile(userId), staleTime: 0 });
  if (stats.boostsGiven > 1) return;
  const { title, text, change } = peopleTexts.firstBoost;
  toast.good(title, text, [{ to: '/settings', label: change }]);
}
