import type { ServerFrame } from '@hearsay/contracts';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { loadAfterFirstScreen } from '../navigation/first-screen.ts';
import type { LiveSocket } from './socket.ts';

const LiveContext = createContext<LiveSocket | null>(null);

function socketUrl(userId: string | null): string {
  const url = new URL('/ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (userId) url.searchParams.set('userId', userId);
  return url.href;
}

/** Opens a connection per user after the first screen. If its code cannot load, polls bring the same data. */
export function LiveProvider({ userId, children }: { userId: string | null; children: ReactNode }) {
  const [live, setLive] = useState<{ readonly userId: string | null; readonly socket: LiveSocket } | null>(null);
  useEffect(() => {
    let made: LiveSocket | undefined;
    let isOver = false;
    const connect = async () => {
      const { LiveSocket } = await loadAfterFirstScreen(() => import('./socket.ts'));
      if (isOver) return;
      made = new LiveSocket(socketUrl(userId));
      setLive({ userId, socket: made });
    };
    connect().catch(() => undefined);
    return () => {
      isOver = true;
      made?.close();
      setLive(null);
    };
  }, [userId]);
  // Never provides the previous user's connection, because a new subscriber would open that connection again.
  return <LiveContext value={live?.userId === userId ? live.socket : null}>{children}</LiveContext>;
}

/** Null until the first screen is painted and the connection's code has loaded. */
export function useLive(): LiveSocket | null {
  return useContext(LiveContext);
}

export function useLiveFrames(onFrame: (frame: ServerFrame) => void, isWanted = true): void {
  const socket = useLive();
  const receive = useEffectEvent(onFrame);
  useEffect(() => {
    if (!socket || !isWanted) return;
    return socket.listen((frame) => receive(frame));
  }, [socket, isWanted]);
}
