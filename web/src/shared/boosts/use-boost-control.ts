import { type BoostStatus, type ContentRef, contentKey } from '@hearsay/contracts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryKeys } from '../api/query-keys.ts';
import { takeKeptAct } from '../session/kept-act.ts';
import { useUserId } from '../session/use-session.ts';
import { openDialog } from '../ui/dialog-store.ts';
import { boostAct, useBoost } from './boost.mutations.ts';
import { boostQueries } from './boost.queries.ts';

/** How long a boost and its undoing play, in milliseconds. */
interface BoostPlay {
  readonly up: number;
  readonly down: number;
}

/** In questions and in the chat. */
const PLAY: BoostPlay = { up: 600, down: 600 };

export interface BoostControl extends BoostStatus {
  /** What the button is playing, if anything, and for how long. */
  readonly act: 'up' | 'down' | undefined;
  readonly playMs: number;
  /** How often a boost on this page has been answered that earns its booster something. */
  readonly earned: number;
  /** Nothing may be turned up here by whoever looks: the server would refuse. */
  readonly isRefused: boolean;
  /** Whether the viewer's own state has come; a tap before it is ignored. */
  readonly isKnown: boolean;
  readonly toggle: () => void;
}

interface BoostOptions {
  /** The count that came with the thing itself, for visitors and until the status is known. */
  readonly knownCount: number;
  /** True where a list has asked for the statuses of all its items in one call. */
  readonly isBatched: boolean;
  /** How many boosts are missing until everyone hears it: a visitor is told. */
  readonly missing?: number;
  readonly play?: BoostPlay;
  /** False for what is one's own: that counts, but earns nothing. */
  readonly earns?: boolean;
  readonly isRefused?: boolean;
  readonly onSettled?: (status: BoostStatus) => void;
}

/**
 * The state behind a boost button and the double-click of its card. Taps while it plays, waits or does not know its state yet are
 * ignored: a flurry is one boost. A visitor's boost happens when they come back signed in.
 */
export function useBoostControl(item: ContentRef, options: BoostOptions): BoostControl {
  const { knownCount, isBatched, missing = 0, play = PLAY, earns = true, isRefused = false, onSettled } = options;
  const userId = useUserId();
  const client = useQueryClient();
  const { data } = useQuery({ ...boostQueries.status(item, userId ?? ''), enabled: userId !== null && !isBatched });
  const [earned, setEarned] = useState(0);
  const boost = useBoost(item, userId, (answer) => {
    if (answer.isBoosted && earns) setEarned((times) => times + 1);
    onSettled?.(answer);
  });
  const [act, setAct] = useState<'up' | 'down'>();
  const isPlaying = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const status: BoostStatus = data ?? { isBoosted: false, boostCount: knownCount };
  const playMs = act === 'down' ? play.down : play.up;

  const start = () => {
    isPlaying.current = true;
    setAct(status.isBoosted ? 'down' : 'up');
    timer.current = setTimeout(
      () => {
        isPlaying.current = false;
        setAct(undefined);
      },
      status.isBoosted ? play.down : play.up,
    );
    boost.mutate(boostAct(status));
  };

  const toggle = () => {
    if (userId === null) {
      openDialog({ kind: 'join', act: 'boost', item, missing });
      return;
    }
    if (!isRefused && !isPlaying.current && !isWaiting(client, item) && (data !== undefined || !isAsked(client, item)))
      start();
  };

  const boostIfKept = useEffectEvent(() => {
    if (takeKeptAct('boost', item.contentId) && !status.isBoosted) start();
  });
  const isKnown = userId !== null && data !== undefined;
  useEffect(() => {
    if (isKnown) boostIfKept();
  }, [isKnown]);

  return { ...status, act, playMs, earned, isRefused, isKnown, toggle };
}

// Both are asked of the client at the tap. A list may take a button away while its boost still waits for the network; and a button that kept
// watching all reads and acts of the page would do so with each of them, as often as there are buttons.
const isWaiting = (client: QueryClient, item: ContentRef): boolean =>
  client.isMutating({ mutationKey: queryKeys.boost.act(item) }) > 0;

/** Whether the viewer's own state of a thing is being read, alone or with a list. */
const isAsked = (client: QueryClient, item: ContentRef): boolean =>
  client.getQueryState(queryKeys.boost.status(item))?.fetchStatus === 'fetching' ||
  client.isFetching({ predicate: ({ queryKey }) => isBatchOf(queryKey, item) }) > 0;

const isBatchOf = ([first, kind, keys]: readonly unknown[], item: ContentRef): boolean =>
  first === 'boost-status' && kind === 'batch' && Array.isArray(keys) && keys.includes(contentKey(item));
