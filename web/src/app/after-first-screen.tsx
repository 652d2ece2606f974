import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendWaitingBoosts } from '../shared/boosts/waiting-boosts.ts';
import LevelUpDialog from '../shared/earnings/level-up.tsx';
import { useUserId } from '../shared/session/session.ts';
import { Toaster } from '../shared/toast/toaster.tsx';
import Tooltips from '../shared/ui/tooltips.tsx';
import { useFloatingButtonPlace } from './use-floating-button-place.ts';
import { useKeepFocus } from './use-keep-focus.ts';
import { useNewBuild } from './use-new-build.ts';
import { useSessionChangesElsewhere } from './use-session-elsewhere.ts';
import { useShareOffer } from './use-share-offer.ts';
import { useSoftKeyboard } from './use-soft-keyboard.ts';

const canPoint = (): boolean => window.matchMedia?.('(any-hover: hover)').matches ?? false;

export default function AfterFirstScreen() {
  const userId = useUserId();
  const client = useQueryClient();
  useEffect(() => {
    if (userId !== null) sendWaitingBoosts(client, userId);
  }, [client, userId]);
  useSoftKeyboard();
  useFloatingButtonPlace();
  useKeepFocus();
  useNewBuild();
  useSessionChangesElsewhere();
  useShareOffer();
  return (
    <>
      <Toaster />
      {canPoint() && <Tooltips />}
      {userId !== null && <LevelUpDialog />}
    </>
  );
}
