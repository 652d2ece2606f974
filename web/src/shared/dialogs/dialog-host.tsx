import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { loadCode } from '../errors/new-build.ts';
import { useUserId } from '../session/use-session.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { closeDialog, type Dialog, dialogStore } from '../ui/dialog-store.ts';

type Shown = ComponentType<{ readonly dialog: Dialog }>;

/** If the code fails to load, the dialog is cancelled and the page stays. The next dialog tries again. */
const load = (): Promise<{ default: Shown }> =>
  loadCode(() => import('./shown-dialog.tsx')).catch(() => {
    ShownDialog = lazy(load);
    closeDialog();
    toast.bad(frameTexts.failed, frameTexts.notLoaded);
    return { default: () => null };
  });
let ShownDialog: LazyExoticComponent<Shown> = lazy(load);

/** Another page or another user closes the dialog. */
export function DialogHost() {
  const shown = useSyncExternalStore(dialogStore.subscribe, dialogStore.shown);
  const { pathname } = useLocation();
  const userId = useUserId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every page, and for everybody on it.
  useEffect(() => closeDialog, [pathname, userId]);
  return <Suspense fallback={null}>{shown && <ShownDialog dialog={shown} />}</Suspense>;
}
