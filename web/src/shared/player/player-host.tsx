import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { started } from './started.ts';

/** Its code comes with the first episode that is played. */
const PlayerBar = lazy(() => import('./player-bar.tsx'));

/** Keeps what one listens to in reach on every page; whoever signs out leaves silence. */
export function PlayerHost() {
  const sound = useSyncExternalStore(started.subscribe, started.current);
  useEffect(() => () => started.current()?.stop(), []);
  if (!sound) return null;
  return (
    <Suspense fallback={null}>
      <PlayerBar sound={sound} />
    </Suspense>
  );
}
