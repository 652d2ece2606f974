import type { BoostStatus, ContentRef } from '@hearsay/contracts';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeys } from '../api/query-keys.ts';
import { useUserId } from '../session/use-session.ts';
import { soundTexts } from '../texts/sound.ts';
import { toast } from '../toast/toast.ts';
import { boostAct, useBoost } from './boost.mutations.ts';
import { boostQueries } from './boost.queries.ts';

/** How long the button plays a boost. */
const ANIMATION_MS = 600;

export interface BoostControl extends BoostStatus {
  /** What the button is playing, if anything. */
  readonly act: 'up' | 'down' | undefined;
  readonly toggle: () => void;
}

interface BoostOptions {
  /** The count that came with the thing itself, for visitors and until the status is known. */
  readonly knownCount: number;
  /** True where a list has asked for the statuses of all its items in one call. */
  readonly isBatched: boolean;
  readonly onSettled?: (status: BoostStatus) => void;
}

/** The state behind a boost button and the double-click of its card. Taps while it plays or waits are ignored: a flurry is one boost. */
export function useBoostControl(item: ContentRef, { knownCount, isBatched, onSettled }: BoostOptions): BoostControl {
  const userId = useUserId();
  const { data } = useQuery({ ...boostQueries.status(item, userId ?? ''), enabled: userId !== null && !isBatched });
  const boost = useBoost(item, userId, onSettled);
  // Asked of the client, not of this button: a list may take the button away while its boost still waits for the network.
  const isWaiting = useIsMutating({ mutationKey: queryKeys.boost.act(item) }) > 0;
  const [act, setAct] = useState<'up' | 'down'>();
  const isPlaying = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const status: BoostStatus = data ?? { isBoosted: false, boostCount: knownCount };

  const toggle = () => {
    if (!userId) {
      toast.bad(soundTexts.boostSignIn.title, soundTexts.boostSignIn.text);
      return;
    }
    if (isPlaying.current || isWaiting) return;
    isPlaying.current = true;
    setAct(status.isBoosted ? 'down' : 'up');
    timer.current = setTimeout(() => {
      isPlaying.current = false;
      setAct(undefined);
    }, ANIMATION_MS);
    boost.mutate(boostAct(status));
  };

  return { ...status, act, toggle };
}
