import { Success } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../api/api-client.ts';
import { leaveDrafts } from '../drafts/drafts-owner.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { endSession } from './use-session.ts';

export function useLogout() {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (idempotencyKey: string) => send(Success, '/api/auth/logout', { idempotencyKey }),
    // Live connections in all tabs hear of the end before the answer.
    onMutate: () => leaveDrafts(true),
    onError: () => leaveDrafts(false),
    // Never postponed while offline: words written until then would be lost.
    networkMode: 'always',
    onSuccess: () => endSession(client),
  });
  // Awaited, not a callback: the live connection may end the session first and unmount the button.
  const leave = async (goOn: () => void) => {
    try {
      await mutateAsync(newIdempotencyKey());
      toast.good(frameTexts.loggedOut);
      goOn();
    } catch {
      toast.bad(frameTexts.logOutFailed.title, frameTexts.logOutFailed.text);
    }
  };
  return { leave, isPending };
}
