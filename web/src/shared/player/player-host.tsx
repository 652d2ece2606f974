import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadCode } from '../errors/new-build.ts';
import type { Sound } from './sound.ts';
import { started } from './started.ts';

const PlayerBar = lazy(async () => {
  const none: ComponentType<{ readonly sound: Sound }> = () => null;
  const code = await loadCode(() => import('./player-bar.tsx')).catch(() => null);
  return { default: code?.default ?? none };
});

/** Signing out stops the sound. */
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
