import { readTranscript } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ANSWER_WITHIN_MS, ApiError, endingAfter } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';

/** The cues of an episode's transcript. */
export const transcriptOf = (podcastId: string) =>
  queryOptions({
    queryKey: queryKeys.transcript(podcastId),
    queryFn: async ({ signal }) => {
      const path = `/api/podcasts/${encodeURIComponent(podcastId)}/transcript`;
      const response = await fetch(path, { credentials: 'include', signal: endingAfter(ANSWER_WITHIN_MS, signal) });
      const written = await response.text();
      if (!response.ok) throw new ApiError(response.status, written, response.statusText);
      const transcript = readTranscript(written, 'text/vtt');
      return 'cues' in transcript ? transcript.cues : [];
    },
  });
