import type { Discussion } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { queryKeys } from '../../shared/api/cache.ts';
import { BoostButton } from '../../shared/boosts/boost-button.tsx';
import { type BoostControl, useBoostControl } from '../../shared/boosts/use-boost-control.ts';
import type { Elements } from '../../shared/ui/elements.ts';

const refOf = ({ id }: Discussion) => ({ contentType: 'discussion', contentId: id }) as const;

/** `isOwed` remembers a double-click until the boost control is mounted. */
interface Toggle {
  act: (() => void) | null;
  isOwed: boolean;
}

/**
 * Mounts the boost control only for messages with boosts or a tap, because reading every status would slow a busy chat.
 */
export function useBoostsOnDemand(message: Discussion, existedOnEntry: boolean) {
  const client = useQueryClient();
  const [hasBegun, setBegun] = useState(
    () => existedOnEntry || client.getQueryState(queryKeys.boost.status(refOf(message))) !== undefined,
  );
  const toggleOf = useRef<Toggle>({ act: null, isOwed: false });
  return {
    areWanted: hasBegun || message.boostCount > 0,
    toggleOf,
    begin: () => setBegun(true),
    toggle: () => {
      if (toggleOf.current.act) {
        toggleOf.current.act();
        return;
      }
      toggleOf.current.isOwed = true;
      setBegun(true);
    },
  };
}

interface MessageBoostsProps {
  readonly message: Discussion;
  readonly isRefused: boolean;
  readonly isActing: boolean;
  readonly toggleOf: RefObject<Toggle>;
  readonly acts: (control: BoostControl) => Elements;
}

export function MessageBoosts({ message, isRefused, isActing, toggleOf, acts }: MessageBoostsProps) {
  const control = useBoostControl(refOf(message), {
    knownCount: message.boostCount,
    isBatched: true,
    earns: !message.isMine || message.isAnonymous,
    isRefused,
  });
  useEffect(() => {
    const toggle = toggleOf.current;
    toggle.act = control.toggle;
    if (toggle.isOwed) {
      toggle.isOwed = false;
      control.toggle();
    }
    return () => {
      toggle.act = null;
    };
  });
  return (
    <>
      {control.boostCount > 0 && (
        <div className={clsx('relative z-[1] -mt-2 flex', message.isMine ? 'justify-start pl-2' : 'justify-end pr-2')}>
          {isActing ? <span className="h-7" /> : <BoostButton control={control} look="pill" isTabStop={false} />}
        </div>
      )}
      {isActing && acts(control)}
    </>
  );
}
