import type { ServerFrame } from '@hearsay/contracts';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { LiveSocket } from './socket.ts';

const LiveContext = createContext<LiveSocket | null>(null);

function socketUrl(userId: string | null): string {
  const url = new URL('/ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (userId) url.searchParams.set('userId', userId);
  return url.href;
}

/** Gives the page its live connection; another person (or nobody) signed in means another connection. */
export function LiveProvider({ userId, children }: { userId: string | null; children: ReactNode }) {
  const socket = useMemo(() => new LiveSocket(socketUrl(userId)), [userId]);
  useEffect(() => () => socket.close(), [socket]);
  return <LiveContext value={socket}>{children}</LiveContext>;
}

export function useLive(): LiveSocket | null {
  return useContext(LiveContext);
}

/** Calls `onFrame` for every live frame while mounted; the connection opens with the first listener. */
export function useLiveFrames(onFrame: (frame: ServerFrame) => void, isWanted = true): void {
  const socket = useLive();
  const receive = useEffectEvent(onFrame);
  useEffect(() => {
    if (!socket || !isWanted) return;
    return socket.listen((frame) => receive(frame));
  }, [socket, isWanted]);
}
