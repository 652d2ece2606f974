import { maxTranscriptBytes, type PodcastDetail, Success, Transcribed } from '@hearsay/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, newIdempotencyKey, send } from '../../shared/api/api-client.ts';
import { podcastQueries } from '../../shared/podcasts/podcast.queries.ts';
import { showFailure } from '../../shared/session/show-failure.ts';
import { episodeTexts } from '../../shared/texts/episode-page.ts';
import { frameTexts } from '../../shared/texts/frame.ts';
import { toast, toastIfOffline } from '../../shared/toast/toast.ts';
import { TextButton } from '../../shared/ui/button.tsx';
import { SyncedTranscript } from './synced-transcript.tsx';
import { transcriptQuery } from './transcript.queries.ts';

const texts = episodeTexts.transcript;

/** The transcript, which follows the sound. The episode's author adds, replaces and removes it here. */
export function EpisodeTranscript({ podcast }: { podcast: PodcastDetail }) {
  const { id, hasTranscript, isMine } = podcast;
  const { data: cues, isError, refetch } = useQuery({ ...transcriptQuery(id), enabled: hasTranscript });
  if (!hasTranscript && !isMine) return null;
  return (
    <section aria-labelledby="transcript" className="pt-6">
      <h2 id="transcript" className="px-1 pb-3 text-[1.25rem] font-bold">
        {texts.title}
      </h2>
      {hasTranscript && cues && <SyncedTranscript podcast={podcast} cues={cues} />}
      {hasTranscript && isError && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 px-1 text-soft">
          <span>{texts.notRead}</span>
          <TextButton onClick={() => refetch()}>{frameTexts.tryAgain}</TextButton>
        </p>
      )}
      {isMine && <OwnTranscript podcast={podcast} />}
    </section>
  );
}

function OwnTranscript({ podcast: { id, hasTranscript } }: { podcast: PodcastDetail }) {
  const client = useQueryClient();
  const path = `/api/podcasts/${id}/transcript`;
  const shows = async (isThere: boolean) => {
    client.setQueryData(podcastQueries.detail(id).queryKey, (shown) => shown && { ...shown, hasTranscript: isThere });
    if (isThere) await client.invalidateQueries(transcriptQuery(id));
    else client.removeQueries(transcriptQuery(id));
  };
  const failed = (error: unknown) => showFailure(client, error, texts.mustSignIn, texts.failed);
  const put = useMutation({
    mutationFn: async (file: File) => {
      const body = await file.text();
      const textType = /\.srt$/i.test(file.name) ? 'application/x-subrip' : 'text/vtt';
      return send(Transcribed, path, { method: 'PUT', body, textType, idempotencyKey: newIdempotencyKey() });
    },
    onSuccess: async () => {
      await shows(true);
      toast.good(texts.done);
    },
    // The form shows the reason for a refused file, with its line number, below the button.
    onError: (error) => refusalOf(error) === null && failed(error),
  });
  const remove = useMutation({
    mutationFn: () => send(Success, path, { method: 'DELETE', body: {}, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => shows(false),
    onError: failed,
  });
  const takeAway = () => {
    toastIfOffline();
    remove.mutate();
  };
  const refusal = refusalOf(put.error);
  return (
    <div className="px-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-4">
        <label className="relative inline-flex min-h-11 items-center rounded-control font-semibold text-soft underline underline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-air">
          <span>{put.isPending ? texts.adding : hasTranscript ? texts.replace : texts.add}</span>
          <input
            type="file"
            accept=".vtt,.srt,text/vtt,application/x-subrip"
            disabled={put.isPending}
            aria-describedby="transcript-problem"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file && file.size > maxTranscriptBytes) toast.bad(texts.failed.title, texts.tooLarge);
              else if (file) {
                toastIfOffline();
                put.mutate(file);
              }
              target.value = '';
            }}
          />
        </label>
        {hasTranscript && <TextButton onClick={takeAway}>{texts.remove}</TextButton>}
      </div>
      <p id="transcript-problem" role="alert" className="font-medium text-air">
        {refusal && <span className="block pb-2">{refusal}</span>}
      </p>
    </div>
  );
}

const refusalOf = (error: unknown): string | null =>
  error instanceof ApiError ? (error.fields.transcript ?? null) : null;
