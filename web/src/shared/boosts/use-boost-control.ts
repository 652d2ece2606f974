import { type BoostStatus, type ContentRef, contentKey } from '@hearsay/contracts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryKeys } from '../api/cache.ts';
import type { PaidAct } from '../earnings/counted-xp.ts';
import { useUserId } from '../session/session.ts';
import { takeUnfinishedAct } from '../session/unfinished-act.ts';
import { heardLineAfterMs } from '../sound/reveal.ts';
import { openDialog } from '../ui/dialog-store.ts';
import { newBoostAct, useBoost } from './boost.mutations.ts';
import { boostQueries, isBoosting } from './boost.queries.ts';

const DEFAULT_ANIMATION_MS = { up: 600, down: 600 };

/** `act` is the running animation, and `playMs` its length. */
export interface BoostControl extends BoostStatus {
  readonly act: 'up' | 'down' | undefined;
  readonly playMs: number;
  /** XP that the ledger has counted for the last boost. Each boost has its own object. */
  readonly earned: { readonly xp: number } | null;
  /** True if the viewer's last boost has opened a lock. */
  readonly hasOpened: boolean;
  /** True if the server would refuse a boost by this viewer. */
  readonly isRefused: boolean;
  /** True once the viewer's own state is loaded. */
  readonly isKnown: boolean;
  readonly toggle: () => void;
}

interface BoostOptions {
  readonly knownCount: number;
  readonly isBatched: boolean;
  readonly missing?: number;
  readonly play?: typeof DEFAULT_ANIMATION_MS;
  /** False for own content, because its boost counts but earns no XP. */
  readonly earns?: boolean;
  readonly isRefused?: boolean;
  /** A tap only boosts. It never takes a boost back. */
  readonly isOneWay?: boolean;
  readonly onSettled?: (status: BoostStatus) => void;
}

/**
 * Ignores taps during an animation, a pending boost or a read of the state. A visitor's boost is sent after the
 * sign-in.
 */
export function useBoostControl(item: ContentRef, options: BoostOptions): BoostControl {
  const { knownCount, isBatched, missing = 0, play = DEFAULT_ANIMATION_MS, earns = true, onSettled } = options;
  const { isRefused = false, isOneWay = false } = options;
  const userId = useUserId();
  const client = useQueryClient();
  const { data } = useQuery({ ...boostQueries.status(item, userId ?? ''), enabled: userId !== null && !isBatched });
  const [earned, setEarned] = useState<BoostControl['earned']>(null);
  const [hasOpened, setOpened] = useState(false);
  const latest = useRef<PaidAct | null>(null);
  const boost = useBoost(item, userId, (answer) => {
    setOpened(answer.opened);
    const isPaid = answer.isBoosted && earns && userId !== null;
    const paid: PaidAct | null = isPaid ? { userId, rule: 'boost-given', contentId: item.contentId } : null;
    latest.current = paid;
    if (paid)
      void earnedBy(paid, answer.opened).then((xp) => {
        if (xp > 0 && latest.current === paid) setEarned({ xp });
      });
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
    boost.mutate(newBoostAct(status, isOneWay || !status.isBoosted));
  };

  const toggle = () => {
    if (userId === null) {
      openDialog({ kind: 'join', act: 'boost', item, missing });
      return;
    }
    if (isOneWay && status.isBoosted) return;
    if (
      !isRefused &&
      !isPlaying.current &&
      !isBoosting(client, item) &&
      (isOneWay || data !== undefined || !isAsked(client, item))
    )
      start();
  };

  const boostIfKept = useEffectEvent(() => {
    if (takeUnfinishedAct('boost', item.contentId) && !status.isBoosted) start();
  });
  const isKnown = userId !== null && data !== undefined;
  useEffect(() => {
    if (isKnown) boostIfKept();
  }, [isKnown]);

  return { ...status, act, playMs, earned, hasOpened, isRefused, isKnown, toggle };
}

/** Delays the XP after a reveal, because the XP would cover the line that announces the reveal. */
async function earnedBy(act: PaidAct, hasOpened: boolean): Promise<number> {
  const shownAt = performance.now() + (hasOpened ? heardLineAfterMs : 0);
  try {
    const { readCountedXp } = await import('../earnings/counted-xp.ts');
    const xp = await readCountedXp(act);
    await new Promise((resolve) => setTimeout(resolve, shownAt - performance.now()));
    return xp;
  } catch {
    // Shows nothing if code or reads fail, because the animation is only decoration.
    return 0;
  }
}

// Checks when the user taps. A subscription would render the button again at every read of the page.
const isAsked = (client: QueryClient, item: ContentRef): boolean =>
  client.getQueryState(queryKeys.boost.status(item))?.fetchStatus === 'fetching' ||
  client.isFetching({ predicate: ({ queryKey }) => isBatchOf(queryKey, item) }) > 0;

const isBatchOf = ([first, kind, keys]: readonly unknown[], item: ContentRef): boolean =>
  first === 'boost-status' && kind === 'batch' && Array.isArray(keys) && keys.includes(contentKey(item));
