import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeys } from '../../shared/api/cache.ts';
import { useOwnUser } from '../../shared/session/own-user.ts';

const READ_EVERY_MS = 1000;
const MOST_READS = 5;

/** The viewer's XP. The ledger counts with a delay, so after an act the hook reads until the XP have changed. */
export function useCountedXp(userId: string): { readonly xp: number; readonly expectXp: () => void } {
  const client = useQueryClient();
  const xp = useOwnUser().user?.xp ?? 0;
  const [awaited, setAwaited] = useState<{ readonly from: number } | null>(null);
  const expectXp = () => setAwaited({ from: xp });

  const boosts = useMutationState({ filters: { mutationKey: queryKeys.boost.acts, status: 'success' } }).length;
  const [knownBoosts, setKnownBoosts] = useState(boosts);
  if (boosts !== knownBoosts) {
    setKnownBoosts(boosts);
    if (boosts > knownBoosts) expectXp();
  }

  const isAwaited = awaited?.from === xp;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each act starts the reads again.
  useEffect(() => {
    if (!isAwaited) return;
    let reads = 0;
    const timer = setInterval(() => {
      reads += 1;
      if (reads === MOST_READS) clearInterval(timer);
      void client.invalidateQueries({ queryKey: queryKeys.xp.own });
    }, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [awaited, isAwaited, client]);

  // Reads the profile again after a change of the XP, because the same act has changed the profile's counts.
  const [countedXp, setCountedXp] = useState(xp);
  useEffect(() => {
    if (countedXp === xp) return;
    setCountedXp(xp);
    void client.invalidateQueries({ queryKey: queryKeys.person.profile(userId) });
  }, [client, countedXp, userId, xp]);
  return { xp, expectXp };
}
