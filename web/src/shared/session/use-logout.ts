import { Success } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../api/api-client.ts';
import { leaveDrafts } from '../drafts/drafts-owner.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { endSession } from './use-session.ts';

/** Ends the session on the server, then in this browser; `leave` says so and goes on. */
export function useLogout() {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (idempotencyKey: string) => send(Success, '/api/auth/logout', { idempotencyKey }),
    // The live connections hear of the end before this call is answered, in all tabs.
    onMutate: () => leaveDrafts(true),
    onError: () => leaveDrafts(false),
    // Never later: what is written until then would be forgotten with it.
    networkMode: 'always',
    onSuccess: () => endSession(client),
  });
  // Awaited, not a callback: the live connection may end the session first and take the button away.
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
