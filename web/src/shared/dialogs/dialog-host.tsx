import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from '../navigation/navigation.tsx';
import { closeDialog, dialogStore } from './dialog-store.ts';

const ShownDialog = lazy(() => import('./shown-dialog.tsx'));

/** Where the dialogs of acts on content stand; their code comes with the first of them. Another page closes them. */
export function DialogHost() {
  const shown = useSyncExternalStore(dialogStore.subscribe, dialogStore.shown);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every page.
  useEffect(() => closeDialog, [pathname]);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ShownDialog dialog={shown} />
    </Suspense>
  );
}
