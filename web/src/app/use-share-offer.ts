import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { publishedConfessionIn } from '../shared/navigation/published-state.ts';
import { openDialog } from '../shared/ui/dialog-store.ts';

/**
 * Opens the share sheet once for a published confession. Clears the history state, so that a reload does not open the
 * sheet again.
 */
export function useShareOffer(): void {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const question = publishedConfessionIn(state);
  const offer = useEffectEvent(() => {
    if (!question) return;
    navigate({ pathname, search, hash }, { replace: true, state: null });
    openDialog({ kind: 'share', question });
  });
  const id = question?.id;
  useEffect(() => {
    if (id !== undefined) offer();
  }, [id]);
}
