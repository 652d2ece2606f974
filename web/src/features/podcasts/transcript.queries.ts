import { parseTranscript } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ANSWER_TIMEOUT_MS, ApiError, signalWithTimeout } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';

/** The cues of an episode's transcript. */
export const transcriptQuery = (podcastId: string) =>
  queryOptions({
    queryKey: queryKeys.transcript(podcastId),
    queryFn: async ({ signal }) => {
      const path = `/api/podcasts/${encodeURIComponent(podcastId)}/transcript`;
      const response = await fetch(path, {
        credentials: 'include',
        signal: signalWithTimeout(ANSWER_TIMEOUT_MS, signal),
      });
      const written = await response.text();
      if (!response.ok) throw new ApiError(response.status, written, response.statusText);
      const transcript = parseTranscript(written, 'text/vtt');
      return 'cues' in transcript ? transcript.cues : [];
    },
  });
