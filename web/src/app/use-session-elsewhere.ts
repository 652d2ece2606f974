import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keepDraftsOf } from '../shared/drafts/drafts.ts';
import { useLiveFrames } from '../shared/realtime/live-provider.tsx';
import { forgetKeptAnswers } from '../shared/session/kept-answers.ts';
import { sessionQueries } from '../shared/session/session.queries.ts';
import { loadStoredUser } from '../shared/session/stored-user.ts';
import { endSession } from '../shared/session/use-session.ts';
import { reloadWithoutAsking } from './reload-without-asking.ts';

/** The session was ended or begun in another tab or by the server: this tab follows, also when it has slept meanwhile. */
export function useSessionElsewhere(): void {
  const client = useQueryClient();
  const { data: user } = useQuery(sessionQueries.current());
  const before = useRef(loadStoredUser()?.id);
  const id = user === null ? null : user?.id;

  useLiveFrames((frame) => {
    if (frame.type === 'signed-out') endSession(client);
  }, Boolean(user));

  useEffect(() => {
    if (id === undefined) return;
    const isAnother = before.current !== undefined && before.current !== id;
    if (id === null || isAnother) forgetKeptAnswers();
    if (id !== null) keepDraftsOf(id);
    // Nothing of the one before may be shown to somebody else, or be sent by them: what goes on in this page ends with it.
    if (id !== null && isAnother) reloadWithoutAsking();
    before.current = id ?? undefined;
  }, [id]);

  useEffect(() => {
    const session = sessionQueries.current();
    const ask = () => void client.invalidateQueries(session);
    const heard = new AbortController();
    const { signal } = heard;
    // Another tab has put another name there, or taken everything away.
    window.addEventListener('storage', ({ key }) => (key === 'currentUser' || key === null) && ask(), { signal });
    // A page that the browser had laid aside has heard nothing.
    window.addEventListener('pageshow', ({ persisted }) => persisted && ask(), { signal });
    const look = () => void (document.visibilityState === 'visible' && client.refetchQueries({ ...session, stale: true }));
    document.addEventListener('visibilitychange', look, { signal });
    return () => heard.abort();
  }, [client]);
}
