import type { OwnUser } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { claimDraftsFor } from '../shared/drafts/drafts.ts';
import { useLive, useLiveFrames } from '../shared/realtime/live-provider.tsx';
import { LOST_SESSION_KEY, lostSessionNotice } from '../shared/session/lost-session.ts';
import { sessionQueries, useUserId } from '../shared/session/session.ts';
import { loadStoredUser } from '../shared/session/stored-user.ts';
import { reloadWithoutAsking } from './reload-without-asking.ts';

export function useSessionChangesElsewhere(): void {
  const client = useQueryClient();
  const userId = useUserId();
  const live = useLive();

  const hear = async () => {
    const session = sessionQueries.current();
    // A sleeping tab receives this frame late. By now, the same or another user may have signed in.
    await client.invalidateQueries(session);
    if (client.getQueryData(session.queryKey) !== null) live?.reopen();
  };
  useLiveFrames((frame) => {
    if (frame.type === 'signed-out') void hear();
  }, userId !== null);

  useEffect(() => {
    const { queryKey } = sessionQueries.current();
    // A sign-out does not change the page's owner, because an open form may still hold the owner's words.
    let owner = loadStoredUser()?.id;
    const follow = (user: OwnUser | null | undefined, isHeardOf: boolean) => {
      if (!user) return;
      claimDraftsFor(user.id);
      // Reloads, because the new user must not see or send words of the previous user.
      if (isHeardOf && owner !== undefined && owner !== user.id) reloadWithoutAsking();
      owner = user.id;
    };
    follow(client.getQueryData(queryKey), true);
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== queryKey[0])
        return;
      // Data set manually comes from a sign-in on this page, which holds no words of a user and need not reload.
      follow(event.query.state.data, !event.action.manual);
    });
  }, [client]);

  useEffect(() => {
    const session = sessionQueries.current();
    const ask = () => void client.invalidateQueries(session);
    const heard = new AbortController();
    const { signal } = heard;
    // Another tab has stored another user or cleared the storage.
    window.addEventListener('storage', ({ key }) => (key === 'currentUser' || key === null) && ask(), { signal });
    window.addEventListener(
      'storage',
      ({ key, newValue }) => key === LOST_SESSION_KEY && newValue !== null && lostSessionNotice.show(),
      {
        signal,
      },
    );
    // A page from the back-forward cache has missed storage events.
    window.addEventListener('pageshow', ({ persisted }) => persisted && ask(), { signal });
    const look = () =>
      void (document.visibilityState === 'visible' && client.refetchQueries({ ...session, stale: true }));
    document.addEventListener('visibilitychange', look, { signal });
    return () => heard.abort();
  }, [client]);
}
