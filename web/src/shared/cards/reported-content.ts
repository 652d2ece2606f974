import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '../session/session.ts';
import { createStore } from '../store/store.ts';

/** Id of the content whose open report the page shows, or null. */
export const reportedContentId = createStore<string | null>(null);

export const useReportedContentId = (): string | null =>
  useSyncExternalStore(reportedContentId.subscribe, reportedContentId.get);

/** The id in `?report=`. Null for everybody but ambassadors. */
export function useReportIdInUrl(): string | null {
  const user = useUser();
  const [query] = useSearchParams();
  return user?.isAmbassador ? query.get('report') : null;
}
