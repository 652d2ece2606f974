import type { OwnUser } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepDraftsOf } from '../shared/drafts/drafts-owner.ts';
import { useLive, useLiveFrames } from '../shared/realtime/live-provider.tsx';
import { LOST, lossNotice } from '../shared/session/lost-session.ts';
import { sessionQueries } from '../shared/session/session.queries.ts';
import { loadStoredUser } from '../shared/session/stored-user.ts';
import { useUserId } from '../shared/session/use-session.ts';
import { reloadWithoutAsking } from './reload-without-asking.ts';

/** The session was ended or begun in another tab or by the server: this tab follows, also when it has slept meanwhile. */
export function useSessionElsewhere(): void {
  const client = useQueryClient();
  const userId = useUserId();
  const live = useLive();

  const hear = async () => {
    const session = sessionQueries.current();
    // A tab that has slept hears it late: somebody else may be here now, or the same person again.
    await client.invalidateQueries(session);
    if (client.getQueryData(session.queryKey) !== null) live?.renew();
  };
  useLiveFrames((frame) => {
    if (frame.type === 'signed-out') void hear();
  }, userId !== null);

  useEffect(() => {
    const { queryKey } = sessionQueries.current();
    // Whose page it is. It stays theirs when they have signed out: an open form may still hold their words.
    let owner = loadStoredUser()?.id;
    const follow = (user: OwnUser | null | undefined, isHeardOf: boolean) => {
      if (!user) return;
      keepDraftsOf(user.id);
      // Nothing of the one before may be shown to somebody else, or be sent by them: what goes on in this page ends with it.
      if (isHeardOf && owner !== undefined && owner !== user.id) reloadWithoutAsking();
      owner = user.id;
    };
    follow(client.getQueryData(queryKey), true);
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== queryKey[0])
        return;
      // What was not read was written by this page: whoever signs in here does so on a page of its own, which holds nobody's words.
      follow(event.query.state.data, !event.action.manual);
    });
  }, [client]);

  useEffect(() => {
    const session = sessionQueries.current();
    const ask = () => void client.invalidateQueries(session);
    const heard = new AbortController();
    const { signal } = heard;
    // Another tab has put another name there, or taken everything away.
    window.addEventListener('storage', ({ key }) => (key === 'currentUser' || key === null) && ask(), { signal });
    window.addEventListener('storage', ({ key, newValue }) => key === LOST && newValue !== null && lossNotice.show(), {
      signal,
    });
    // A page that the browser had laid aside has heard nothing.
    window.addEventListener('pageshow', ({ persisted }) => persisted && ask(), { signal });
    const look = () =>
      void (document.visibilityState === 'visible' && client.refetchQueries({ ...session, stale: true }));
    document.addEventListener('visibilitychange', look, { signal });
    return () => heard.abort();
  }, [client]);
}
