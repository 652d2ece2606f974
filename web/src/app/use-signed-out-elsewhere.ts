import { useQueryClient } from '@tanstack/react-query';
import { useLiveFrames } from '../shared/realtime/live-provider.tsx';
import { endSession, useUserId } from '../shared/session/use-session.ts';

/** The session was ended in another tab or by the server: this tab follows. */
export function useSignedOutElsewhere(): void {
  const client = useQueryClient();
  const isIn = useUserId() !== null;
  useLiveFrames((frame) => {
    if (frame.type === 'signed-out') endSession(client);
  }, isIn);
}
