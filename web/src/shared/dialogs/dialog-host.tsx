import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { loadCode } from '../errors/new-build.ts';
import { useUserId } from '../session/session.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { closeDialog, type Dialog, dialogStore } from '../ui/dialog-store.ts';

let ShownDialog: ComponentType<{ readonly dialog: Dialog }> | undefined;

/** Closes the dialog when the page or the user changes. */
export function DialogHost() {
  const shown = useSyncExternalStore(dialogStore.subscribe, dialogStore.shown);
  const { pathname } = useLocation();
  const userId = useUserId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page and user.
  useEffect(() => closeDialog, [pathname, userId]);
  const isThere = useDialogCode(shown !== null);
  return shown && isThere && ShownDialog ? <ShownDialog dialog={shown} /> : null;
}

/** Loads the dialogs' code. If it fails to load, cancels the dialog and keeps the page. */
function useDialogCode(isWanted: boolean): boolean {
  const [isThere, setThere] = useState(ShownDialog !== undefined);
  useEffect(() => {
    if (!isWanted || isThere) return;
    loadCode(() => import('./shown-dialog.tsx')).then(
      (code) => {
        ShownDialog = code.default;
        setThere(true);
      },
      () => {
        closeDialog();
        toast.bad(frameTexts.failed, frameTexts.notLoaded);
      },
    );
  }, [isWanted, isThere]);
  return isThere;
}
