import { Success } from '@hearsay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIdempotencyKey, send } from '../api/api-client.ts';
import { setSigningOut } from '../drafts/drafts.ts';
import { frameTexts } from '../texts/frame.ts';
import { toast } from '../toast/toast.ts';
import { endSession } from './session.ts';

export function useLogout() {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (idempotencyKey: string) => send(Success, '/api/auth/logout', { idempotencyKey }),
    // Set before the call, because live connections may report the end of the session before the response.
    onMutate: () => setSigningOut(true),
    onError: () => setSigningOut(false),
    // Fails offline instead of waiting, because a later sign-out would delete words written since.
    networkMode: 'always',
    onSuccess: () => endSession(client),
  });
  // Awaits the call, because the end of the session may unmount the button, whose callbacks would not run.
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
